// A list of banners, activities or adverts beside a phone preview.
import { type Language, languageNameOf } from '@greenroom/contract/languages'
import { placementDelete, placementEnable, placementList } from '@greenroom/contract/official'
import { placementsChanged } from '@greenroom/contract/sentences/official'
import { shownStates } from '@greenroom/contract/shown'
import { placementPositions, sexes } from '@greenroom/contract/statesAndKinds'
import { useTranslation } from 'react-i18next'
import { batchOf } from '../../../actions/action.ts'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import type { Reason } from '../../../actions/reasonForms.ts'
import { addCommand, deleteAction, editAction, switchActions } from '../../../actions/usualActions.ts'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { countryName, useCountryOptions } from '../../../format/country.ts'
import { listed } from '../../../format/listed.ts'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { chosenFrom, filtersOf, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { Thumbnails } from '../../../ui/values/Thumbnails.tsx'
import { Period, ShownState } from '../ShownPeriod.tsx'
import { Preview } from './PlacementPreview.tsx'
import classes from './placement.module.css'
import type { Kind, Placement } from './placement.ts'

/** The target users, briefly. */
function Whom({ of }: { of: Pick<Placement, 'countries' | 'sex' | 'minBuild'> }) {
  const { t, i18n } = useTranslation('official')
  const [first, second, ...more] = of.countries
  const countries = [first, second].flatMap((code) => (code ? countryName(code, i18n.language) : []))
  const parts = [
    ...countries,
    ...(more.length > 0 ? [t('whom.more', { count: more.length })] : []),
    ...(of.sex ? [t(`options.sex.${of.sex}`)] : []),
    ...(of.minBuild > 0 ? [t('whom.build', { build: String(of.minBuild) })] : []),
  ]
  return parts.length === 0 ? t('whom.all') : listed(parts)
}

const filtersFor = (kind: Kind) =>
  filtersOf({
    q: text(),
    position: oneOf(placementPositions[kind]),
    state: oneOf(shownStates),
    country: chosenFrom(useCountryOptions),
    sex: oneOf(sexes),
  })

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
  { id: 'sort', cell: (row) => <Amount value={row.sort} unit="number" />, sort: 'sort', align: 'end', width: 60 },
  { id: 'state', cell: (row) => <ShownState state={row.state} enabled={row.enabled} from={row.from} />, width: 105 },
  { id: 'period', cell: (row) => <Period from={row.from} to={row.to} />, width: 190, least: 180 },
  { id: 'whom', cell: (row) => <Whom of={row} />, width: 170 },
  { id: 'link', cell: (row) => <bdi dir="ltr">{row.link}</bdi>, width: 200, spare: true },
  {
    id: 'languages',
    cell: (row) => listed(row.languages.map((language) => languageNameOf(language as Language))),
    width: 140,
    hidden: true,
  },
  { id: 'updatedBy', cell: (row) => row.updatedBy, width: 120, spare: true },
  { id: 'updatedAt', cell: (row) => <Time at={row.updatedAt} />, sort: 'updatedAt', width: 165, hidden: true },
]

const actionsFor = (kind: Kind) => {
  const menu = `official.${kind}` as const
  const namesOf = (rows: readonly Placement[]) => rows.map(({ name }) => name)
  return [
    editAction<Placement>(menu),
    ...switchActions<Placement>(menu, {
      turn: (enabled, ids) => call(placementEnable, { kind, ids, enabled }),
      message: (state, rows, _input, form) => placementsChanged(form, kind, namesOf(rows), state),
    }),
    {
      ...deleteAction<Placement>(menu, placementDelete, (rows) =>
        placementsChanged('done', kind, namesOf(rows), 'deleted'),
      ),
      batch: batchOf(placementDelete, ({ reason }: Reason) => ({ kind, reason })),
    },
  ]
}

/** The screen of a kind. */
export function placementScreen(menu: `official.${Kind}`) {
  const kind = menu.replace('official.', '') as Kind
  const [filters, columns, actions, commands] = [
    filtersFor(kind),
    columnsFor(kind),
    actionsFor(kind),
    [addCommand(menu)],
  ]
  const Form = loadable<DrawerProps>(() =>
    import('./placementForm.tsx').then(({ placementForm }) => ({ default: placementForm(kind) })),
  )
  const drawers = { add: Form, edit: Form }
  return function PlacementList() {
    const list = useList({
      call: placementList,
      menu,
      fixed: { kind },
      filters,
      sort: 'sort',
      size: 50,
      name: (row) => row.name,
    })
    return (
      <div className={classes['beside']}>
        <ListPage list={list} commands={commands} drawers={drawers}>
          <ListFilters />
          <ListTable columns={columns} actions={actions} rowDrawer="edit" />
        </ListPage>
        <Preview kind={kind} writable={list.writable} refresh={list.refresh} />
      </div>
    )
  }
}
