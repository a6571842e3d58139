// Brings the figures up to what is committed. Three readers, one transaction at a time among all of them:
// - money: new ledger entries are added once each;
// - time: the days that ended or corrected broadcasts and calls touch are recounted, so that a correction replaces what was
//   counted before;
// - the queue: what a changed membership or a changed zone touches is recounted, but only postings that the money reader has already
// counted.
import { type Database, inTransaction, type Transaction } from '../../../kit/database/database.ts'
import { type NewSpan, readNew } from '../../../kit/database/newRows.ts'
import { boundedSpan, type Earning, earnedIn, earnedSince, leavesSome, positionAfter } from '../../../ledger/index.ts'
import { type Past, pastOf } from '../../../params/index.ts'
import { endedOf, endedPart, touchedIn } from '../../live/index.ts'
import {
  addFigures,
  countedSince,
  countMoves,
  dequeue,
  isRunWaiting,
  lockFigures,
  membershipsOf,
  queued,
  queueUsers,
  queueWeek,
  writeZones,
  zonedWeeks,
} from './guildFold.queries.ts'
import {
  addPostings,
  addTimes,
  byUser,
  differences,
  type Figure,
  type Figures,
  type Places,
  type Posting,
  type Window,
  windowAt,
  windowsOf,
} from './guildFold.rules.ts'

export const moneyReader = 'guilds.figures'
export const timeReader = 'guilds.times'

/** Folds in well under 2 seconds in one transaction. */
const entriesAtOnce = 10_000
const endedAtOnce = 2_000
const queuedAtOnce = 50

/** Calls that last less do not count (specification, section 9). */
const shortCallSeconds = 10

/**
 * The days of the newest weeks, in order. A new week gets the current zone; if the running week's zone differs, its figures are queued.
 * Settled weeks keep theirs.
 */
async function daysNow(tx: Transaction, now: Date, zone: string): Promise<Window[]> {
  const weeks = await zonedWeeks(tx)
  const fresh = weeks.filter((week) => week.zone === null)
  const moved = weeks.filter((week) => week.zone !== null && week.zone !== zone && week.endsAt > now)
  if (fresh.length + moved.length > 0)
    await writeZones(
      tx,
      [...fresh, ...moved].map(({ week }) => week),
      zone,
    )
  for (const week of moved) await queueWeek(tx, week)
  return weeks.flatMap((week) => windowsOf(week, week.endsAt > now || week.zone === null ? zone : week.zone))
}

const places = async (tx: Transaction, userIds: readonly bigint[], windows: readonly Window[]): Promise<Places> => ({
  members: byUser(await membershipsOf(tx, [...new Set(userIds)])),
  windows,
})

/** What 1 USD was worth when a posting was recorded; a change of the parameter does not change earlier ones. */
export const priced = (earnings: readonly Earning[], past: readonly Past[]): Posting[] =>
  earnings.map((earning) => ({
    ...earning,
    bonusPerUsd: Number(past.findLast(({ from }) => from <= earning.recordedAt)!.value),
  }))

type Fold = { database: Database; now: Date; zone: string; entries?: number }

/** Drafts of a week need both readers past the week's end, so while a run is unfinished an empty part moves the boundary, too. */
const emptyPosition = async (tx: Transaction, part: NewSpan): Promise<string | undefined> =>
  (await isRunWaiting(tx)) ? part.to : undefined

/** Adds new postings. @returns true when there is more. */
async function foldMoney({ database, now, zone, entries = entriesAtOnce }: Fold): Promise<boolean> {
  let more = false
  await readNew(database, moneyReader, async (tx, span) => {
    await lockFigures(tx)
    const windows = await daysNow(tx, now, zone)
    const end = windows.at(-1)?.endsAt
    if (!end) return span.from
    const part = await boundedSpan(tx, span, entries)
    const postings = priced(await earnedIn(tx, part), await pastOf(tx, 'bonus_per_usd'))
    const figures: Figures = new Map()
    addPostings(
      figures,
      postings,
      await places(
        tx,
        postings.map(({ userId }) => userId),
        windows,
      ),
    )
    await addFigures(tx, [...figures.values()])
    await queueUsers(
      tx,
      postings
        .filter(({ occurredAt }) => occurredAt >= end)
        .map(({ userId, occurredAt }) => ({ userId, at: occurredAt })),
    )
    more = postings.length > 0 || leavesSome(span, part)
    return positionAfter(part) ?? emptyPosition(tx, part)
  })
  return more
}

const isWithin = (figure: Figure, window: Window) => figure.week === window.week && figure.day === window.day

/** Recounts the times of these users within their windows; money is untouched. */
async function recountTimes(tx: Transaction, days: Map<bigint, Window[]>, windows: readonly Window[]): Promise<void> {
  const all = [...days.values()].flat()
  const userIds = [...days.keys()]
  const first = all.reduce((a, b) => (a.startsAt < b.startsAt ? a : b))
  const last = all.reduce((a, b) => (a.endsAt > b.endsAt ? a : b))
  const mine = (figure: Figure) => days.get(figure.userId)!.some((window) => isWithin(figure, window))
  const old = (await countedSince(tx, userIds, first.week)).filter(mine)
  const times = await endedOf(tx, userIds, first.startsAt, last.endsAt, shortCallSeconds)
  const figures: Figures = new Map()
  addTimes(figures, times, await places(tx, userIds, windows))
  const fresh: Figures = new Map([...figures].filter(([, figure]) => mine(figure)))
  const money = { gift: 0n, call: 0n, room: 0n, text: 0n, micros: 0n, base: 0n }
  await addFigures(
    tx,
    differences(
      old.map((figure) => ({ ...figure, ...money })),
      fresh,
    ),
  )
}

/** Recounts the days that ended or corrected broadcasts and calls touch. @returns true when there is more. */
async function foldTimes({ database, now, zone, entries = endedAtOnce }: Fold): Promise<boolean> {
  let more = false
  await readNew(database, timeReader, async (tx, span) => {
    await lockFigures(tx)
    const windows = await daysNow(tx, now, zone)
    const end = windows.at(-1)?.endsAt
    if (!end) return span.from
    const part = await endedPart(tx, span, entries)
    const touched = await touchedIn(tx, part)
    const days = new Map<bigint, Window[]>()
    for (const { userId, from, to } of touched) {
      const within = windows.filter((window) => window.startsAt <= to && window.endsAt > from)
      if (within.length > 0) days.set(userId, [...new Set([...(days.get(userId) ?? []), ...within])])
    }
    if (days.size > 0) await recountTimes(tx, days, windows)
    await queueUsers(
      tx,
      touched.filter(({ to }) => to >= end).map(({ userId, from }) => ({ userId, at: from < end ? end : from })),
    )
    more = touched.length > 0 || part.to !== span.to
    return more ? part.to : emptyPosition(tx, part)
  })
  return more
}

/** Recounts everything of these users from a day on; only postings that the money reader has already counted. */
async function recountUsers(
  tx: Transaction,
  users: { userIds: bigint[]; index: number },
  windows: readonly Window[],
): Promise<void> {
  const { userIds, index } = users
  const first = windows[index]!
  const isFirstDay = windows[index - 1]?.week !== first.week
  const counts = (figure: Figure) =>
    figure.week > first.week || (figure.week === first.week && (isFirstDay || figure.day >= first.day))
  const old = (await countedSince(tx, userIds, first.week)).filter(counts)
  const figures: Figures = new Map()
  const where = await places(tx, userIds, windows.slice(index))
  const earnings = await earnedSince(tx, first.startsAt, moneyReader, userIds)
  addPostings(figures, priced(earnings, await pastOf(tx, 'bonus_per_usd')), where)
  addTimes(figures, await endedOf(tx, userIds, first.startsAt, windows.at(-1)!.endsAt, shortCallSeconds), where)
  await addFigures(tx, differences(old, figures))
}

/** Recounts what is queued. @returns true when there is more. */
const foldQueue = ({ database, now, zone, entries = queuedAtOnce }: Fold): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    await lockFigures(tx)
    const windows = await daysNow(tx, now, zone)
    const end = windows.at(-1)?.endsAt
    if (!end) return false
    const rows = await queued(tx, end, entries)
    if (rows.length === 0) return false
    const from = new Map<bigint, Date>()
    for (const { userId, fromAt } of rows)
      if (userId !== null && fromAt !== null && !(from.get(userId)! <= fromAt)) from.set(userId, fromAt)
    // Grouped by the day to recount from.
    const byDay = new Map<number, bigint[]>()
    for (const [userId, at] of from) {
      const index = Math.max(0, windowAt(windows, at))
      byDay.set(index, [...(byDay.get(index) ?? []), userId])
    }
    for (const [index, userIds] of byDay) await recountUsers(tx, { userIds, index }, windows)
    const moves = new Map<string, Window & { guildId: number }>()
    for (const { guildId, moments } of rows)
      for (const moment of guildId === null ? [] : moments) {
        const index = windowAt(windows, moment)
        if (index !== -1) moves.set(`${guildId} ${index}`, { ...windows[index]!, guildId: guildId! })
      }
    await countMoves(tx, [...moves.values()])
    await dequeue(
      tx,
      rows.map(({ id }) => id),
    )
    return true
  })

/**
 * Folds one batch of everything new.
 *
 * @param fold `entries` bounds a part, for tests.
 * @returns true when there may be more.
 */
export async function foldFigures(fold: Fold): Promise<boolean> {
  const queue = await foldQueue(fold)
  const money = await foldMoney(fold)
  const times = await foldTimes(fold)
  return queue || money || times
}
