// The records that a figure counts, with the dashboard's filters: calls, matches, broadcasts, views, gifts, orders, entries.
import type { RecordOf } from '@greenroom/contract/call'
import { type FigureKey, type FigureUnit, figureUnits } from '@greenroom/contract/dashboards'
import { type RecordKind, recordMenus, recordsOf } from '@greenroom/contract/figureRecords'
import { indicatorRecords } from '@greenroom/contract/indicators'
import { screens } from '@greenroom/contract/screens'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { SideDrawer } from '../../../action/form/SideDrawer.tsx'
import { Time } from '../../../format/Time.tsx'
import { loadTexts } from '../../../i18n/index.ts'
import { filterPayload } from '../../../list/filters.ts'
import { useCurrentList } from '../../../list/list.ts'
import { Panel, type PanelColumn } from '../../../screen/panel/Panel.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { KindContext } from '../options.ts'
import { formatOf } from '../units.ts'

// The names of kinds of entries are those of the Flow room.
void loadTexts(['flow'])

type Counted = RecordOf<typeof indicatorRecords>

/** The drawer of the record's own screen, where it has one. */
const drawers: Partial<Record<RecordKind, string>> = {
  calls: 'call',
  broadcasts: 'record',
  views: 'record',
  orders: 'order',
  entries: 'transfer',
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
  const figure = rowId as FigureKey
  const kind = recordsOf(figure)
  if (!kind) return null
  const { compare: _, ...payload } = filterPayload(list.filters, list.values) as Record<string, unknown>
  const unit = unitOf(kind, figure)
  const columns: PanelColumn<Counted>[] = [
    { id: 'at', cell: (one) => <Time at={one.at} /> },
    { id: 'user', cell: (one) => <PersonLink person={one.user} /> },
  ]
  if (kind === 'calls' || kind === 'views' || kind === 'gifts')
    columns.push({ id: 'other', cell: (one) => one.other && <PersonLink person={one.other} /> })
  if (kind !== 'broadcasts' && kind !== 'views' && kind !== 'gifts')
    columns.push({ id: 'what', cell: (one) => <What kind={kind} what={one.what} /> })
  if (unit)
    columns.push({
      id: 'value',
      cell: (one) => <bdi dir="ltr">{one.value === null ? '–' : formatOf(unit, i18n.language)(one.value)}</bdi>,
      align: 'end',
    })
  const title = t('lists.title', { list: t(`lists.${kind}`), figure: t(`figures.${figure}`) })
  const drawer = drawers[kind]
  return (
    <SideDrawer title={title} close={close} width={720}>
      <Panel
        call={indicatorRecords}
        // Only dashboards with figures open this drawer.
        owner={{ kind: screen as never, figure, ...payload }}
        room="indicators"
        title={title}
        columns={columns}
        rowKey={(one) => one.recordId}
        empty={t('state.nothing')}
        {...(drawer && {
          end: (one: Counted) => (
            <Link to={`${screens[recordMenus[kind]].path}?drawer=${drawer}:${encodeURIComponent(idOf(kind, one))}`}>
              {t('records.open')}
            </Link>
          ),
        })}
      />
    </SideDrawer>
  )
}

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
