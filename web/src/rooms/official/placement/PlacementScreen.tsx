// A list of banners, activities or adverts beside a phone preview.
import { placementList } from '@greenroom/contract/official'
import { shownStates } from '@greenroom/contract/shown'
import { placementPositions, sexes } from '@greenroom/contract/words'
import type { Action, Command } from '../../../action/action.ts'
import type { DrawerMap } from '../../../action/Drawers.tsx'
import { useCountryOptions } from '../../../format/country.ts'
import { listed } from '../../../format/list.ts'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { chosenFrom, filtersOf, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListPage } from '../../../screen/ListPage.tsx'
import { ListTable } from '../../../screen/ListTable.tsx'
import { ListFilters } from '../../../tools/ListFilters.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { Thumbnails } from '../../../ui/Thumbnails.tsx'
import { Period } from '../Period.tsx'
import { ShownState } from '../ShownState.tsx'
import { languageNames } from '../texts/names.ts'
import type { Kind, Placement } from './actions.ts'
import { Preview } from './Preview.tsx'
import classes from './placement.module.css'
import { Whom } from './Whom.tsx'

const filtersFor = (kind: Kind) =>
  filtersOf({
    q: text(),
    position: oneOf(placementPositions[kind]),
    state: oneOf(shownStates),
    country: chosenFrom(useCountryOptions),
    sex: oneOf(sexes),
  })
const filters = { banner: filtersFor('banner'), activity: filtersFor('activity'), advert: filtersFor('advert') }

const columnsFor = (kind: Kind): Column<Placement>[] => [
  { id: 'name', cell: (row) => row.name, pinned: true, width: 170 },
  kind === 'advert'
    ? { id: 'advertText', cell: (row) => row.texts['en'] ?? '', width: 200 }
    : {
        id: 'picture',
        cell: (row) => row.picture && <Thumbnails of={[row.picture]} />,
        width: 70,
      },
  { id: 'position', cell: (row) => <Labelled by={`official:options.position.${row.position}`} />, width: 115 },
  { id: 'sort', cell: (row) => row.sort, sort: 'sort', align: 'end', width: 60 },
  { id: 'state', cell: (row) => <ShownState state={row.state} enabled={row.enabled} from={row.from} />, width: 105 },
  { id: 'period', cell: (row) => <Period from={row.from} to={row.to} />, width: 190, least: 180 },
  { id: 'whom', cell: (row) => <Whom of={row} />, width: 170 },
  { id: 'link', cell: (row) => <bdi dir="ltr">{row.link}</bdi>, width: 200, spare: true },
  {
    id: 'languages',
    cell: (row) => listed(row.languages.map((language) => languageNames[language as 'en'])),
    width: 140,
    hidden: true,
  },
  { id: 'updatedBy', cell: (row) => row.updatedBy, width: 120, spare: true },
  { id: 'updatedAt', cell: (row) => <Time at={row.updatedAt} />, sort: 'updatedAt', width: 165, hidden: true },
]
const columns = { banner: columnsFor('banner'), activity: columnsFor('activity'), advert: columnsFor('advert') }

type Props = { kind: Kind; commands: readonly Command[]; actions: readonly Action<Placement>[]; drawers: DrawerMap }

export function PlacementScreen({ kind, commands, actions, drawers }: Props) {
  const list = useList({
    call: placementList,
    menu: `official.${kind}`,
    fixed: { kind },
    filters: filters[kind],
    sort: 'sort',
    size: 50,
    name: (row) => row.name,
  })
  return (
    <div className={classes['beside']}>
      <ListPage list={list} commands={commands} drawers={drawers}>
        <ListFilters />
        <ListTable columns={columns[kind]} actions={actions} rowDrawer="edit" />
      </ListPage>
      <Preview kind={kind} writable={list.writable} refresh={list.refresh} />
    </div>
  )
}
