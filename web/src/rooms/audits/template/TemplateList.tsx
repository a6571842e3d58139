// /audit/template: why something fails, in the text that the user gets.

import { auditTemplateList } from '@greenroom/contract/auditTemplates'
import { auditKinds } from '@greenroom/contract/words'
import { useTranslation } from 'react-i18next'
import { addCommand } from '../../../action/usual.ts'
import { Amount } from '../../../format/Amount.tsx'
import { listed } from '../../../format/list.ts'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { filtersOf, flag, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListPage } from '../../../screen/ListPage.tsx'
import { ListTable } from '../../../screen/ListTable.tsx'
import { ListFilters } from '../../../tools/ListFilters.tsx'
import { nameIn, useLabels } from '../../../ui/labels.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { type Template, templateActions } from './actions.ts'

const filters = filtersOf({ text: text({ most: 60 }), kind: oneOf(auditKinds), enabled: flag() })

const columns: Column<Template>[] = [
  { id: 'sort', cell: (template) => template.sort, sort: 'sort', align: 'end', pinned: true, width: 70 },
  { id: 'titleEn', cell: (template) => template.titleEn, width: 190 },
  { id: 'titleCn', cell: (template) => template.titleCn, width: 130 },
  { id: 'kinds', cell: (template) => <Kinds of={template} />, width: 190 },
  { id: 'uses', cell: (template) => <Amount value={template.uses} unit="number" />, align: 'end', width: 110 },
  { id: 'enabled', cell: (template) => <Enabled is={template.enabled} />, width: 110 },
  { id: 'textEn', cell: (template) => template.textEn, width: 240 },
  { id: 'textCn', cell: (template) => template.textCn, width: 200 },
  { id: 'updatedBy', cell: (template) => template.updatedBy, width: 120, hidden: true },
  { id: 'updatedAt', cell: (template) => <Time at={template.updatedAt} />, sort: 'updatedAt', width: 165 },
]

/** The names of its queues; *all* if it is offered in every one. */
function Kinds({ of: { kinds } }: { of: Template }) {
  const { t, i18n } = useTranslation('audits')
  if (kinds.length === auditKinds.length) return t('template.everyQueue')
  const names = listed(
    kinds.map((kind) => t(`options.kind.${kind}`)),
    i18n.language,
  )
  return <span title={names}>{names}</span>
}

function Enabled({ is }: { is: boolean }) {
  const { t } = useTranslation('audits')
  return <StatusBadge tone={is ? 'good' : 'neutral'}>{is ? t('template.enabled') : t('template.disabled')}</StatusBadge>
}

const TemplateForm = loadable(() => import('./TemplateForm.tsx'))
const commands = [addCommand('audits.template')]
const drawers = { add: TemplateForm, edit: TemplateForm }

export default function TemplateList() {
  const { language } = useLabels()
  const list = useList({
    call: auditTemplateList,
    filters,
    sort: 'sort',
    size: 50,
    rowId: (template) => template.templateId,
    name: (template) => nameIn({ en: template.titleEn, cn: template.titleCn }, language),
  })
  return (
    <ListPage list={list} commands={commands} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={templateActions} rowDrawer="edit" />
    </ListPage>
  )
}
