import type { RecordOf } from '@greenroom/contract/call'
import { giftTemplateList } from '@greenroom/contract/systemRecords'
import { addCommand } from '../../../action/usual.ts'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { filtersOf, flag, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListPage } from '../../../screen/ListPage.tsx'
import { ListTable } from '../../../screen/ListTable.tsx'
import { ListFilters } from '../../../tools/ListFilters.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { Thumbnails } from '../../../ui/Thumbnails.tsx'
import { Enabled } from '../Enabled.tsx'
import { templateActions } from './actions.ts'
import { scenes } from './scenes.ts'

type Template = RecordOf<typeof giftTemplateList>

const filters = filtersOf({ q: text(), scene: oneOf(scenes), enabled: flag() })

const columns: Column<Template>[] = [
  { id: 'name', cell: (template) => template.name, pinned: true, sort: 'name', width: 200 },
  { id: 'scene', cell: (template) => <Labelled by={`system:options.scene.${template.scene}`} />, width: 120 },
  { id: 'enabled', cell: (template) => <Enabled is={template.enabled} />, width: 110 },
  {
    id: 'gifts',
    cell: (template) => <Thumbnails of={template.gifts.map(({ picture }) => picture)} />,
    width: 320,
    least: 310,
  },
  { id: 'remark', cell: (template) => template.remark, width: 200, spare: true },
  { id: 'updatedBy', cell: (template) => template.updatedBy, width: 130 },
  { id: 'updatedAt', cell: (template) => <Time at={template.updatedAt} />, sort: 'updatedAt', width: 165 },
]

const TemplateForm = loadable(() => import('./TemplateForm.tsx'))
const commands = [addCommand('system.giftTemplate')]
const drawers = { add: TemplateForm, edit: TemplateForm }

export default function GiftTemplateList() {
  const list = useList({ call: giftTemplateList, filters, sort: '-updatedAt', name: (template) => template.name })
  return (
    <ListPage list={list} commands={commands} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={templateActions} rowDrawer="edit" />
    </ListPage>
  )
}
