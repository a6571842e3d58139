// Figures as reports select, show and export them.
import type { Answer, RecordOf } from '@greenroom/contract/call'
import type { everyDayReport } from '@greenroom/contract/guildFigures'
import { type RawBuilder, sql } from 'kysely'
import type { ExportColumn } from '../../../kit/calls/serve.ts'
import type { Params } from '../../../params/index.ts'
import type { ValidDay } from '../plans/commission.rules.ts'

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
  { heading: 'exports:columns.liveMin', value: (row) => row.liveMinutes },
  { heading: 'exports:columns.callsMin', value: (row) => row.callMinutes },
  { heading: 'guilds:columns.callsReceived', value: (row) => row.callsReceived },
  { heading: 'guilds:columns.callsAnswered', value: (row) => row.callsAnswered },
  { heading: 'guilds:columns.giftBonus', value: (row) => row.giftBonus },
  { heading: 'guilds:columns.callBonus', value: (row) => row.callBonus },
  { heading: 'guilds:columns.roomBonus', value: (row) => row.roomBonus },
  { heading: 'guilds:columns.textBonus', value: (row) => row.textBonus },
  { heading: 'guilds:columns.weekPoints', value: (row) => row.bonus },
  { heading: 'guilds:columns.baseUsd', value: (row) => usd(row.baseUsdMicros) },
  {
    heading: 'exports:columns.fromPromotionalTokensUsd',
    value: (row) => usd(row.promoUsdMicros),
  },
]

type Moves = Pick<Guild, 'anchors' | 'joined' | 'lost'> & { validDays: number | null }

export const moveColumns: ExportColumn<Moves>[] = [
  { heading: 'exports:columns.anchorsWithFigures', value: (row) => row.anchors },
  { heading: 'guilds:columns.validDays', value: (row) => row.validDays },
  { heading: 'guilds:columns.joinedMembers', value: (row) => row.joined },
  { heading: 'guilds:columns.lostMembers', value: (row) => row.lost },
]

/** Guild and parent. */
export const guildColumns: ExportColumn<Pick<Guild, 'guild' | 'parent'>>[] = [
  { heading: 'guilds:columns.guildId', value: (row) => row.guild.guildId },
  { heading: 'guilds:columns.guild', value: (row) => row.guild.name },
  { heading: 'guilds:columns.parent', value: (row) => row.parent?.name ?? null },
]
