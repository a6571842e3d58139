// Figures as reports select, show and export them.
import type { Answer, RecordOf } from '@greenroom/contract/call'
import type { everyDayReport } from '@greenroom/contract/guildFigures'
import { type RawBuilder, sql } from 'kysely'
import type { ExportColumn } from '../../../../kit/serve.ts'
import type { Params } from '../../../../params/index.ts'
import type { ValidDay } from '../../levels/rules.ts'

/** What makes a day valid now (parameters). */
export const validDay = (params: Params): ValidDay => ({
  liveMinutes: params.integer('guild_valid_day_live_minutes'),
  callMinutes: params.integer('guild_valid_day_call_minutes'),
})

/** A condition on a row of `anchor_day`: the day is valid. */
export const isValid = (alias: string, valid: ValidDay): RawBuilder<boolean> => {
  const of = sql.ref(alias)
  return sql`(${of}.live_seconds >= ${valid.liveMinutes * 60} or ${of}.call_seconds >= ${valid.callMinutes * 60})`
}

export type DoneRow = {
  live: bigint
  calls: bigint
  received: bigint
  answered: bigint
  gift: bigint
  call: bigint
  room: bigint
  text: bigint
  micros: bigint
  base: bigint
}
export type MovesRow = DoneRow & { anchors: bigint; joined: bigint; lost: bigint }

const sumOf = <const As extends string>(alias: string, column: string, as: As) =>
  sql<bigint>`coalesce(sum(${sql.ref(`${alias}.${column}`)}), 0)::bigint`.as(as)

/** Sums of activity and earnings over the rows of a group. */
export const doneSums = (alias: string) => [
  sumOf(alias, 'live_seconds', 'live'),
  sumOf(alias, 'call_seconds', 'calls'),
  sumOf(alias, 'calls_received', 'received'),
  sumOf(alias, 'calls_answered', 'answered'),
  sumOf(alias, 'gift_bonus', 'gift'),
  sumOf(alias, 'call_bonus', 'call'),
  sumOf(alias, 'room_bonus', 'room'),
  sumOf(alias, 'text_bonus', 'text'),
  sumOf(alias, 'bonus_micros', 'micros'),
  sumOf(alias, 'base_micros', 'base'),
]

/** The same for a guild's rows, with new and lost members. */
export const guildSums = (alias: string) => [
  ...doneSums(alias),
  sumOf(alias, 'anchors', 'anchors'),
  sumOf(alias, 'joined', 'joined'),
  sumOf(alias, 'lost', 'lost'),
]

const minutes = (seconds: bigint) => Number(seconds / 60n)

export const shownDone = (row: DoneRow) => ({
  liveMinutes: minutes(row.live),
  callMinutes: minutes(row.calls),
  callsReceived: Number(row.received),
  callsAnswered: Number(row.answered),
  giftBonus: Number(row.gift),
  callBonus: Number(row.call),
  roomBonus: Number(row.room),
  textBonus: Number(row.text),
  bonus: Number(row.gift + row.call + row.room + row.text),
  baseUsdMicros: Number(row.base),
  promoUsdMicros: Number(row.micros - row.base),
})

export const shownMoves = (row: MovesRow) => ({
  ...shownDone(row),
  anchors: Number(row.anchors),
  joined: Number(row.joined),
  lost: Number(row.lost),
})

export const shownTotals = (row: MovesRow | null): Answer<typeof everyDayReport>['totals'] => {
  if (!row) return null
  const { anchors: _, ...shown } = shownMoves(row)
  return shown
}

type Done = ReturnType<typeof shownDone>
type Guild = RecordOf<typeof everyDayReport>
const usd = (micros: number) => micros / 1_000_000

/** Cells of activity and earnings; every heading has its unit. */
export const doneColumns: ExportColumn<Done>[] = [
  { names: { en: 'Live (min)', cn: '直播时长（分钟）' }, value: (row) => row.liveMinutes },
  { names: { en: 'Calls (min)', cn: '通话时长（分钟）' }, value: (row) => row.callMinutes },
  { names: { en: 'Calls received', cn: '来电数（次）' }, value: (row) => row.callsReceived },
  { names: { en: 'Calls answered', cn: '接听数（次）' }, value: (row) => row.callsAnswered },
  { names: { en: 'Gifts (bonus)', cn: '礼物（收益）' }, value: (row) => row.giftBonus },
  { names: { en: 'Calls (bonus)', cn: '通话（收益）' }, value: (row) => row.callBonus },
  { names: { en: 'Paid rooms (bonus)', cn: '付费房间（收益）' }, value: (row) => row.roomBonus },
  { names: { en: 'Texts (bonus)', cn: '文字消息（收益）' }, value: (row) => row.textBonus },
  { names: { en: 'Points (bonus)', cn: '积分（收益）' }, value: (row) => row.bonus },
  { names: { en: 'Base (USD)', cn: '分成基数（USD）' }, value: (row) => usd(row.baseUsdMicros) },
  {
    names: { en: 'From promotional tokens (USD)', cn: '赠送代币部分（USD）' },
    value: (row) => usd(row.promoUsdMicros),
  },
]

type Moves = Pick<Guild, 'anchors' | 'joined' | 'lost'> & { validDays: number | null }

export const moveColumns: ExportColumn<Moves>[] = [
  { names: { en: 'Anchors with figures', cn: '有数据主播（人）' }, value: (row) => row.anchors },
  { names: { en: 'Valid days', cn: '有效天（人·天）' }, value: (row) => row.validDays },
  { names: { en: 'New members', cn: '新增成员（人）' }, value: (row) => row.joined },
  { names: { en: 'Lost members', cn: '流失成员（人）' }, value: (row) => row.lost },
]

/** Guild and parent. */
export const guildColumns: ExportColumn<Pick<Guild, 'guild' | 'parent'>>[] = [
  { names: { en: 'Guild ID', cn: '公会 ID' }, value: (row) => row.guild.guildId },
  { names: { en: 'Guild', cn: '公会' }, value: (row) => row.guild.name },
  { names: { en: 'Parent', cn: '上级公会' }, value: (row) => row.parent?.name ?? null },
]
