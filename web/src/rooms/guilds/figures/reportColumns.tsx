// Columns shared by all reports. Every heading has its unit.
import type { RecordOf } from '@greenroom/contract/call'
import type { everyDayReport, everyDayReportDetail, weekReport } from '@greenroom/contract/guildFigures'
import { useTranslation } from 'react-i18next'
import { Amount, type units } from '../../../format/Amount.tsx'
import type { Column } from '../../../list/columns.ts'
import { PersonChip } from '../../../ui/values/UserChip.tsx'

export type GuildDay = RecordOf<typeof everyDayReport>
export type GuildWeek = RecordOf<typeof weekReport>
export type AnchorDay = RecordOf<typeof everyDayReportDetail>
type Done = Omit<AnchorDay, 'anchor' | 'valid'>
type Moves = Pick<GuildDay, 'anchors' | 'joined' | 'lost'> & { validDays: number | null }

const amount = <Row,>(
  id: string,
  value: (row: Row) => number | null,
  unit: keyof typeof units,
  width: number,
  more?: Pick<Column<Row>, 'spare'>,
): Column<Row> => ({
  id,
  cell: (row) => {
    const shown = value(row)
    return shown === null ? '–' : <Amount value={shown} unit={unit} />
  },
  align: 'end',
  width,
  ...more,
})

/** Activity and earnings; money first, since it matters most. */
export const doneColumns = <Row extends Done>(): Column<Row>[] => [
  amount('weekPoints', (row) => row.bonus, 'bonus', 120),
  amount('baseUsd', (row) => row.baseUsdMicros, 'usdFloor', 120),
  amount('promoUsd', (row) => row.promoUsdMicros, 'usdFloor', 150, { spare: true }),
  amount('liveMinutes', (row) => row.liveMinutes, 'number', 110),
  amount('callMinutes', (row) => row.callMinutes, 'number', 110),
  amount('callsReceived', (row) => row.callsReceived, 'number', 120, { spare: true }),
  amount('callsAnswered', (row) => row.callsAnswered, 'number', 120, { spare: true }),
  amount('giftBonus', (row) => row.giftBonus, 'bonus', 120, { spare: true }),
  amount('callBonus', (row) => row.callBonus, 'bonus', 120, { spare: true }),
  amount('roomBonus', (row) => row.roomBonus, 'bonus', 140, { spare: true }),
  amount('textBonus', (row) => row.textBonus, 'bonus', 120, { spare: true }),
]

export const moveColumns = <Row extends Moves>(): Column<Row>[] => [
  amount('anchorsActive', (row) => row.anchors, 'number', 130),
  amount('anchorDays', (row) => row.validDays, 'number', 110),
  amount('joinedMembers', (row) => row.joined, 'number', 120, { spare: true }),
  amount('lostMembers', (row) => row.lost, 'number', 120, { spare: true }),
]

export const dayColumn = <Row extends { day: string }>(): Column<Row> => ({
  id: 'reportDay',
  cell: (row) => <bdi dir="ltr">{row.day}</bdi>,
  sort: 'day',
  pinned: true,
  width: 116,
})

export const weekColumn = <Row extends { week: string; running: boolean }>(): Column<Row> => ({
  id: 'reportWeek',
  cell: (row) => <Week {...row} />,
  sort: 'week',
  pinned: true,
  width: 176,
})

/** A week by its Monday; the running week is marked. */
function Week({ week, running }: { week: string; running: boolean }) {
  const { t } = useTranslation('guilds')
  return (
    <span>
      <bdi dir="ltr">{week}</bdi>
      {running && ` ${t('reports.running')}`}
    </span>
  )
}

export const guildColumn = <Row extends Pick<GuildDay, 'guild'>>(): Column<Row> => ({
  id: 'guild',
  cell: (row) => <bdi title={row.guild.name}>{row.guild.name}</bdi>,
  width: 150,
})

/** Further columns that identify guilds. */
export const guildMore = <Row extends Pick<GuildDay, 'guild' | 'parent'>>(): Column<Row>[] => [
  { id: 'guildId', cell: (row) => String(row.guild.guildId), align: 'end', width: 90, spare: true },
  { id: 'parent', cell: (row) => (row.parent ? <bdi>{row.parent.name}</bdi> : '–'), width: 140, spare: true },
]

export const anchorColumn = <Row extends Pick<AnchorDay, 'anchor'>>(pinned: boolean): Column<Row> => ({
  id: 'reportAnchor',
  cell: (row) => <PersonChip person={row.anchor} />,
  width: 200,
  ...(pinned && { pinned: true }),
})

/** A guild's week, in the weekly report and among sub-agencies. */
export const guildWeekColumns: Column<GuildWeek>[] = [
  weekColumn(),
  guildColumn(),
  ...doneColumns<GuildWeek>(),
  ...moveColumns<GuildWeek>(),
  ...guildMore<GuildWeek>(),
]
