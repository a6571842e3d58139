// Updates the figures from committed facts (docs/indicators.md): takes the users and days touched by facts, recounts these days, and
// corrects the sums by the differences. So a late or corrected fact corrects its day, and the sums always match the days.
import { isDeepStrictEqual } from 'node:util'
import { type Database, inTransaction, type Transaction } from '../../../kit/database/database.ts'
import { readNew } from '../../../kit/database/newRows.ts'
import { boundedSpan, leavesSome, positionAfter } from '../../../ledger/index.ts'
import { courseDays, daysKept, daysUntilOld, mostChannels } from '../indicators.limits.ts'
import {
  acting,
  countedFrom,
  type DistinctSubject,
  distinctSubjects,
  everything,
  factsReader,
  subjects,
  touchBits,
} from '../indicators.subjects.ts'
import { recountInstalls, takeInstalls } from './fold.installs.ts'
import { keepLayout } from './fold.layout.ts'
import { addFacts, hasFacts } from './fold.newFacts.ts'
import { addEntries, takenTokens, tokensWithNew } from './fold.newTokens.ts'
import { recountPeaks } from './fold.peaks.ts'
import { follow } from './fold.people.ts'
import { type Placed, placed } from './fold.placed.ts'
import {
  firstKept,
  hasBacklog,
  isAnythingDue,
  lockFold,
  takeDue,
  takeTouched,
  touchAround,
  writeFolded,
  writeTaken,
} from './fold.queries.ts'
import { type Change, recount } from './fold.recount.ts'
import { type Due, dayOf, dayPlus, dueOf, spanOfDay, type Zone } from './fold.rules.ts'
import { keepZone, zonesOf } from './fold.zone.ts'

/** How many users and times one transaction counts, in a few seconds. Each batch corrects nearly all cells, however few users it has. */
const dueAtOnce = 16_000
/** How many touched rows one transaction takes, in a second. */
const touchedAtOnce = 100_000
/** How many entries one transaction adds, in a second or two: a user's day is corrected once in each. Fewer beside a history, when other rooms' rounds wait. */
const entriesAtOnce = 150_000
const entriesBeside = 50_000
/** The most parts of entries before the first count: a reader that is far behind continues in the next round. */
const entryParts = 20

type Fold = {
  database: Database
  now: Date
  zone: string
  /** How many users and times to count in one transaction. */
  touched?: number
  /** How many entries to add in one transaction. */
  entries?: number
  /** How many channels have figures of their own. */
  channels?: number
  /** Called between its steps: waits for work with a higher priority. */
  aside?: () => Promise<void>
}

/** Records a change of the zone before anything is counted by it. @returns true if it changed: the days around it are to be counted again. */
async function changeZone({ database, now, zone }: Fold): Promise<boolean> {
  if ((await zonesOf(database))[0]?.zone === zone) return false
  return inTransaction(database, async (tx) => {
    await lockFold(tx)
    return keepZone(tx, zone, {
      todayIn: (known) => dayOf(now, known),
      changed: (since) => touchAround(tx, since),
    })
  })
}

/** Databases whose layout this process has recorded. */
const withLayout = new WeakSet<Database>()

/** Records measures that were added. @returns true if there were some: the days that are kept are to be counted again. */
async function growLayout({ database, now }: Fold): Promise<boolean> {
  if (withLayout.has(database)) return false
  const isGrown = await inTransaction(database, async (tx) => {
    await lockFold(tx)
    const { first } = await daysNow(tx, now)
    return keepLayout(tx, first)
  })
  withLayout.add(database)
  return isGrown
}

/** The zones until now, and what follows from them. */
async function daysNow(tx: Transaction, now: Date) {
  const zones = await zonesOf(tx)
  const today = dayOf(now, zones)
  return { zones, today, first: firstKept(today), courseFrom: spanOfDay(dayPlus(today, -courseDays), zones).from }
}

/** Adds new entries of the ledger, gifts and views. @returns true when there is more. */
async function readFacts(fold: Fold, entries: number): Promise<boolean> {
  let more = false
  await readNew(fold.database, factsReader, async (tx, span) => {
    const part = await boundedSpan(tx, span, entries)
    if (part.isEmpty && !(await hasFacts(tx, span))) return undefined
    await lockFold(tx)
    const days = await daysNow(tx, fold.now)
    await addEntries(tx, part, days)
    // A part that ends within a transaction leaves its gifts and views to the last part of it. Those before may have come without entries.
    await addFacts(tx, { from: span.from, to: part.until === undefined ? part.to : part.from }, days)
    more = leavesSome(span, part)
    return positionAfter(part) ?? part.to
  })
  return more
}

/**
 * Takes everything new. Only once all that was taken before is counted: so a user is counted once for all their facts of a round.
 *
 * @returns true if more is waiting.
 */
async function take(fold: Fold, { isPresent }: { isPresent: boolean }): Promise<boolean> {
  const { database, now, entries = isPresent ? entriesAtOnce : entriesBeside } = fold
  for (let part = 0; await readFacts(fold, entries); part++) if (part === entryParts) return true
  for (let taken = 0; ; ) {
    const count = await inTransaction(database, async (tx) => {
      await lockFold(tx)
      const rows = await takeTouched(tx, touchedAtOnce)
      taken += rows
      if (rows < touchedAtOnce && isPresent) await writeTaken(tx, now, taken === 0 && !(await isAnythingDue(tx)))
      return rows
    })
    if (count < touchedAtOnce) return false
  }
}

/** Counts some of what is due. @returns true if more of it is waiting. */
async function foldSome(fold: Fold): Promise<boolean> {
  const { database, now, touched = dueAtOnce, channels = mostChannels, aside = async () => {} } = fold
  return inTransaction(database, async (tx) => {
    await lockFold(tx)
    const { zones, today, first, courseFrom } = await daysNow(tx, fold.now)
    const installs = await takeInstalls(tx)
    await recountInstalls(tx, spansOf([...new Set(installs.map((at) => dayOf(at, zones)))], zones), channels)
    const touches = await takeDue(tx, touched, now)
    const due = dueOf(touches, { today, zones, kept: daysKept })
    for (let from = 0; from < due.length; from += dueAtOnce)
      await foldDue(tx, due.slice(from, from + dueAtOnce), { zones, today, first, courseFrom, channels, aside })
    if (touches.length < touched) await writeFolded(tx)
    return touches.length >= touched
  })
}

const spansOf = (days: readonly string[], zones: readonly Zone[]) =>
  days.map((day) => ({ day, ...spanOfDay(day, zones) }))

/** Subjects computed from other subjects' days, by the subjects they read. */
const readsDaysOf: Partial<Record<keyof typeof subjects, readonly (keyof typeof subjects)[]>> = {
  active: acting,
  newcomer: ['active', 'call', 'match', 'view', 'payment'],
  newPayer: ['active'],
  newAnchor: ['active'],
}

const keyOf = ({ userId, day }: { userId: bigint; day: string }) => `${userId} ${day}`

type Counting = {
  zones: readonly Zone[]
  today: string
  first: string
  courseFrom: Date
  channels: number
  aside: () => Promise<void>
}

/**
 * Recounts these days. Distinct users are updated while the next subject is being counted: nothing else reads them, and half of that
 * work is done here and not in the database.
 */
async function foldDue(tx: Transaction, due: readonly Due[], counting: Counting): Promise<void> {
  const following: Promise<unknown>[] = []
  try {
    await countDue(
      tx,
      await placed(tx, due, { oldAfterDays: daysUntilOld, mostChannels: counting.channels }),
      counting,
      (kind, changes) => {
        following.push(
          follow(tx, kind, changes).then(
            () => null,
            (error: unknown) => error,
          ),
        )
      },
    )
  } finally {
    // Also after a failure: nothing may be sent any more once the transaction has ended.
    await Promise.all(following)
  }
  const failed = (await Promise.all(following)).find((error) => error !== null)
  if (failed) throw failed
}

/** Recounts each subject on the days with changed facts, or with changed days of the subjects it reads. */
async function countDue(
  tx: Transaction,
  due: readonly Placed[],
  { zones, today, first, courseFrom, aside }: Counting,
  followed: (kind: DistinctSubject, changes: readonly Change[]) => void,
): Promise<void> {
  const changed = new Map<string, Set<string>>()
  const keyed = due.map((one) => ({ one, key: keyOf(one) }))
  for (const name of Object.keys(subjects) as (keyof typeof subjects)[]) {
    await aside()
    const read = (readsDaysOf[name] ?? []).flatMap((other) => {
      const of = changed.get(other)
      return of && of.size > 0 ? of : []
    })
    const counting = { courseFrom, first }
    const changes = await recount(tx, name, {
      ...counting,
      due: keyed.flatMap(({ one, key }) =>
        (one.what & countedFrom[name]) !== 0 || read.some((of) => of.has(key)) ? one : [],
      ),
      // What waits for these days is counted with all their entries.
      ...(name === 'tokens' && { taken: takenTokens }),
    })
    if (name === 'tokens')
      await recount(tx, name, {
        ...counting,
        due: due.filter(({ what }) => (what & touchBits.newEntries) !== 0 && (what & touchBits.entry) === 0),
        taken: takenTokens,
        query: tokensWithNew,
      })
    changed.set(name, new Set(changes.map(keyOf)))
    if (name === 'visit') {
      const visits = new Map(changes.map((change) => [keyOf(change), change]))
      for (const { one, key } of keyed) if (movesDay(visits.get(key), one)) one.what = everything
    }
    if (name === 'live') await recountPeaks(tx, spansOf(daysWithPeaks(changes, today), zones))
    const kind = distinctSubjects.find((distinct) => distinct === name)
    if (kind) followed(kind, changes)
  }
}

/** All figures of a day use its platform: that of the visit, and that of the profile without one. */
const movesDay = (visit: Change | undefined, { cell }: Placed): boolean =>
  visit !== undefined &&
  (!visit.after ||
    (visit.before ? !isDeepStrictEqual(visit.before, visit.after) : visit.after.platform !== cell?.profilePlatform))

/** Broadcasts can last past midnight. */
function daysWithPeaks(changes: readonly Change[], today: string): string[] {
  const days = new Set(changes.flatMap(({ day }) => [day, dayPlus(day, 1)]))
  return [...days].filter((day) => day <= today)
}

/**
 * Folds one batch of everything new.
 *
 * @returns true when there may be more.
 */
export async function foldIndicators(fold: Fold): Promise<boolean> {
  await fold.aside?.()
  // An open transaction hides what a change of the zone marked: then a later round counts it.
  const isMoved = await changeZone(fold)
  const isChanged = (await growLayout(fold)) || isMoved
  const isMore = (await isAnythingDue(fold.database)) || (await take(fold, { isPresent: true }))
  return (await foldSome(fold)) || isMore || isChanged
}

/**
 * Folds one batch of a history that is still arriving, if it is full.
 *
 * @returns true when there may be another.
 */
export async function foldFull(fold: Fold & { touched: number }): Promise<boolean> {
  await changeZone(fold)
  await growLayout(fold)
  if (!(await isAnythingDue(fold.database))) {
    if (!(await hasBacklog(fold.database, fold.touched))) return false
    await take(fold, { isPresent: false })
  }
  await foldSome(fold)
  return true
}
