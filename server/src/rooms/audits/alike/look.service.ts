// Looks at submitted items beside everything else, so that like ones stand together when a moderator comes to them.
import { inParts, type Round, untilWritten } from '../../../jobs/index.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Database } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import type { Foreground } from '../../../kit/work/foreground.ts'
import { semaphore } from '../../../kit/work/semaphore.ts'
import type { PictureFetcher } from '../queue/auditPictures.fetch.ts'
import { bytesOf, greyOf } from './look.pixels.ts'
import { type DueItem, dueItems, keepLooks, type Looked, nearLeaders, nextLook } from './look.queries.ts'
import { heapsOf, type Look, lookOf, pictureHash, searchKeys } from './look.rules.ts'

export type LookServices = {
  database: Database
  clock: Pick<Clock, 'now'>
  pictures: Pick<PictureFetcher, 'fetch'>
  /** Given, people's work goes first. */
  foreground?: Foreground
}

/** Items of one step, and steps of one turn: 50 pictures a second at most. */
const atOnce = 25
const steps = 4
/** Of a backlog, which nobody is about to see, so many at a time. */
const backlogAtOnce = 8
const hour = 3_600_000

const mostPictures = 9
const mostTries = 3
const firstPause = 60_000

/** Why a picture has no hash: `lost` may be there later. */
type Seen = bigint | null | 'lost'

/** Looks at one picture of the app. */
export async function seePicture(pictures: Pick<PictureFetcher, 'fetch'>, url: string): Promise<Seen> {
  const picture = await pictures.fetch(url)
  const bytes = picture && (await bytesOf(picture.bytes))
  if (!bytes) return 'lost'
  const grey = await greyOf(bytes)
  return grey && pictureHash(grey)
}

/** How an item looks; null if it stays alone, undefined if a picture could not be fetched. */
async function lookAt(item: DueItem, see: (url: string) => Promise<Seen>): Promise<Look | null | undefined> {
  if (item.pictureUrls.length > mostPictures) return null
  const seen: (bigint | null)[] = []
  for (const picture of await Promise.all(item.pictureUrls.map(see))) {
    if (picture === 'lost') return undefined
    seen.push(picture)
  }
  return lookOf(seen, item.text)
}

/**
 * One step: looks at the newest items that are due, and puts them into heaps.
 *
 * @returns how many there were.
 */
export async function lookAround({ database, clock, pictures }: LookServices, count = atOnce): Promise<number> {
  const now = clock.now()
  const first = await dueItems(database, now, count)
  const fresh = first.filter(({ submittedAt }) => now.getTime() - submittedAt.getTime() < hour)
  const due = fresh.length > 0 ? fresh : first.slice(0, backlogAtOnce)
  if (due.length === 0) return 0
  const inTurn = semaphore(6)
  const looks = await Promise.all(due.map((item) => lookAt(item, (url) => inTurn(() => seePicture(pictures, url)))))
  const telling = due.flatMap((item, at) => (looks[at] ? [{ at, kind: item.kind, look: looks[at] }] : []))
  const found = await nearLeaders(
    database,
    telling.flatMap(({ at, kind, look }) => searchKeys(look).map((key) => ({ at, kind, key }))),
  )
  const heaps = new Map(
    heapsOf(
      telling,
      ({ at }) => found.get(at) ?? [],
      () => newId(now),
    ).map((one) => [one.item.at, one]),
  )
  const looked = due.map((item, at): Looked => {
    const again = looks[at] === undefined && item.tries + 1 < mostTries
    const { heap = null, leads = false } = heaps.get(at) ?? {}
    return {
      itemId: item.itemId,
      submittedAt: item.submittedAt,
      look: looks[at] ?? null,
      heap,
      leads,
      tries: item.tries + 1,
      dueAt: again ? new Date(now.getTime() + firstPause * 4 ** item.tries) : null,
    }
  })
  await database.transaction().execute((tx) => keepLooks(tx, looked))
  return fresh.length === due.length ? due.length : 0
}

/** The round that looks at what the app submits. */
export const lookRounds = (services: LookServices): Round[] => [
  {
    name: 'audit-looks',
    milliseconds: 1_000,
    ...untilWritten,
    nextDue: () => nextLook(services.database),
    run: async (isRunning) => {
      const aside = services.foreground?.aside(5_000)
      await inParts(isRunning, steps, async () => {
        await aside?.()
        return (await lookAround(services)) >= atOnce
      })
    },
  },
]
