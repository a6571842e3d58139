// The records that a figure counts, with the dashboard's filters: calls, matches, broadcasts, views, gifts, orders, entries, installs.
import type { RecordOf } from '@greenroom/contract/call'
import { type FigureKey, type FigureUnit, figureUnits } from '@greenroom/contract/dashboards'
import { type RecordKind, recordMenus, recordsOf } from '@greenroom/contract/figureRecords'
import { indicatorRecords } from '@greenroom/contract/indicators'
import { type MenuKey, screens } from '@greenroom/contract/screens'
import { Text } from '@mantine/core'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { SideDrawer } from '../../../actions/form/SideDrawer.tsx'
import { Country } from '../../../format/Country.tsx'
import { Time } from '../../../format/Time.tsx'
import { dateTime } from '../../../format/time.ts'
import { loadTexts } from '../../../i18n/index.ts'
import { useCurrentList } from '../../../list/currentList.ts'
import { filterPayload } from '../../../list/filters.ts'
import { Panel, type PanelColumn } from '../../../page/Panel.tsx'
import { useSession } from '../../../session/session.ts'
import { Code } from '../../../ui/Facts.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { KindContext } from '../figureFilters.ts'
import { formatOf } from '../figureFormats.ts'

// The names of kinds of entries are those of the Flow room.
void loadTexts(['flow'])

type Counted = RecordOf<typeof indicatorRecords>

/** The drawer of the record's own screen, where it has one; an install opens its device. */
const drawers: Partial<Record<RecordKind, string>> = {
  calls: 'call',
  broadcasts: 'record',
  views: 'record',
  orders: 'order',
  entries: 'transfer',
  installs: 'users',
}
const menuOf = (kind: RecordKind): MenuKey => (kind === 'installs' ? 'users.device' : recordMenus[kind])

/** Filters with which a figure is not known: devices have no sex, and peaks do not add up. */
const without: Partial<Record<FigureKey, readonly string[]>> = {
  installs: ['sex'],
  peakBroadcasts: ['country', 'channel', 'platform', 'sex'],
}

/** The unit of a record's value; null where records are only counted. */
function unitOf(kind: RecordKind, figure: FigureKey): FigureUnit | null {
  if (kind === 'orders') return 'usdCents'
  if (kind === 'views') return 'seconds'
  if (kind === 'gifts' || figure === 'agentShare') return 'tokens'
  const unit = figureUnits[figure]
  return unit === 'count' || unit === 'share' ? null : unit
}

export default function Records({ rowId, close }: DrawerProps) {
  const { t, i18n } = useTranslation('indicators')
  const screen = useContext(KindContext)
  const list = useCurrentList()
  const { may } = useSession()
  const figure = rowId as FigureKey
  const kind = recordsOf(figure)
  if (!kind) return null
  const { compare: _, ...payload } = filterPayload(list.filters, list.values) as Record<string, unknown>
  const unit = unitOf(kind, figure)
  const columns = columnsOf(kind, may('users.list', 'read'))
  if (unit)
    columns.push({
      id: 'value',
      cell: (one) => <bdi dir="ltr">{one.value === null ? '–' : formatOf(unit, i18n.language)(one.value)}</bdi>,
      align: 'end',
    })
  const isKnown = !(without[figure] ?? []).some((name) => payload[name] !== undefined)
  const title = t('lists.title', { list: t(`lists.${kind}`), figure: t(`figures.${figure}`) })
  const drawer = may(menuOf(kind), 'read') ? drawers[kind] : undefined
  return (
    <SideDrawer title={title} close={close} width={kind === 'installs' ? 'wide' : 'medium'}>
      <Panel
        call={indicatorRecords}
        // Only dashboards with figures open this drawer.
        owner={{ kind: screen as never, figure, ...payload }}
        room="indicators"
        title={title}
        columns={columns}
        rowKey={(one) => one.recordId}
        empty={t(isKnown ? 'state.nothing' : 'state.none')}
        head={({ moment }) => <Head figure={figure} moment={moment} />}
        {...(drawer && {
          end: (one: Counted) => (
            <Link to={`${screens[menuOf(kind)].path}?drawer=${drawer}:${encodeURIComponent(idOf(kind, one))}`}>
              {t('records.open')}
            </Link>
          ),
        })}
      />
    </SideDrawer>
  )
}

function columnsOf(kind: RecordKind, showsUsers: boolean): PanelColumn<Counted>[] {
  const user: PanelColumn<Counted> = { id: 'user', cell: (one) => (one.user ? <PersonLink person={one.user} /> : '–') }
  const columns: PanelColumn<Counted>[] = [{ id: 'at', cell: (one) => <Time at={one.at} /> }]
  if (kind === 'installs') {
    columns.push(
      { id: 'device', cell: (one) => <Code>{one.recordId}</Code> },
      { id: 'channel', cell: (one) => one.what || '–' },
      { id: 'country', cell: (one) => (one.country ? <Country code={one.country} /> : '–') },
      {
        id: 'platform',
        cell: (one) => (one.platform ? <Labelled by={`indicators:options.platform.${one.platform}`} /> : '–'),
      },
    )
    return showsUsers ? [...columns, user] : columns
  }
  columns.push(user)
  if (kind === 'calls' || kind === 'views' || kind === 'gifts')
    columns.push({ id: 'other', cell: (one) => one.other && <PersonLink person={one.other} /> })
  if (kind !== 'broadcasts' && kind !== 'views' && kind !== 'gifts')
    columns.push({ id: 'what', cell: (one) => <What kind={kind} what={one.what} /> })
  return columns
}

/** What is listed, where it is not the facts of the days under all filters. */
function Head({ figure, moment }: { figure: FigureKey; moment: string | undefined }) {
  const { t } = useTranslation('indicators')
  const { timeZone } = useSession()
  if (figure === 'installs') return <Noted>{t('records.ofInstalls')}</Noted>
  if (moment === undefined) return null
  return <Noted>{t('records.ofPeak', { time: dateTime(moment, timeZone) })}</Noted>
}

const Noted = ({ children }: { children: string }) => (
  <Text size="sm" mb="sm">
    {children}
  </Text>
)

/** An entry opens its transfer, a view its broadcast. */
function idOf(kind: RecordKind, { recordId, what }: Counted): string {
  if (kind === 'entries') return recordId.split(':')[0]!
  return kind === 'views' ? (what ?? '') : recordId
}

function What({ kind, what }: { kind: RecordKind; what: string | null }) {
  const { label, has } = useLabels()
  if (kind === 'matches') return label(`indicators:records.match.${what ?? 'waiting'}`)
  if (what === null) return '–'
  const key =
    kind === 'calls'
      ? `indicators:records.call.${what}`
      : kind === 'orders'
        ? `indicators:records.order.${what}`
        : `flow:options.kind.${what.replaceAll('.', '_')}`
  return has(key) ? label(key) : what
}
