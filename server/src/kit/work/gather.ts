// Group commit: concurrent requests are batched, since a transaction of ten costs little more than one.
import { bisect } from './bisect.ts'

/** How requests become batches. */
export type Gathering<Ask, Answer> = {
  /** Concurrent batches; later requests wait, and are batched together. */
  atOnce: number
  /** Maximum size of a batch, by `sizeOf`; a larger request gets its own batch. */
  most: number
  sizeOf: (ask: Ask) => number
  /** Requests with the same key are never in one batch: the later one waits for the next. */
  keyOf?: (ask: Ask) => unknown
  /** All or nothing: an answer for each in order, or an error if nothing was kept. */
  work: (asks: Ask[]) => Promise<Answer[]>
  /** True for an error that no single request caused: reject all, do not retry. */
  isSystemic: (error: unknown) => boolean
}

type Waiting<Ask, Answer> = {
  ask: Ask
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Submits one request. It is answered when its batch has ended, hence after the commit. A failing batch is bisected
 * until the request that causes the failure is alone, and only that one is rejected. A commit whose confirmation was
 * lost is then repeated, so requests need ids that identify repeats.
 */
export function gather<Ask, Answer>(gathering: Gathering<Ask, Answer>): (ask: Ask) => Promise<Answer> {
  const { atOnce, most, sizeOf, keyOf, work, isSystemic } = gathering
  const waiting: Waiting<Ask, Answer>[] = []
  let working = 0

  /** The first waiting requests that fit into one batch, in order; those after a second one with the same key wait, too. */
  const next = (): Waiting<Ask, Answer>[] => {
    const keys = new Set<unknown>()
    let size = 0
    let count = 0
    while (count < waiting.length) {
      size += sizeOf(waiting[count]!.ask)
      if (count > 0 && size > most) break
      if (keyOf) {
        const key = keyOf(waiting[count]!.ask)
        if (keys.has(key)) break
        keys.add(key)
      }
      count++
    }
    return waiting.splice(0, count)
  }

  const answerAll = async (group: readonly Waiting<Ask, Answer>[]): Promise<void[]> => {
    const answers = await work(group.map(({ ask }) => ask))
    if (answers.length !== group.length) throw new Error(`${answers.length} answers to ${group.length} requests`)
    return group.map(({ resolve }, index) => resolve(answers[index]!))
  }

  const answer = (group: readonly Waiting<Ask, Answer>[]): Promise<unknown> =>
    bisect(group, { work: answerAll, alone: ({ reject }, error) => reject(error), isSystemic }).catch(
      (error: unknown) => {
        // Those of a half that was done are answered already.
        for (const { reject } of group) reject(error)
      },
    )

  const run = async (): Promise<void> => {
    working++
    while (waiting.length > 0) {
      await answer(next())
      // A caller just answered may submit again at once and join those who wait: fewer and larger batches.
      await new Promise(setImmediate)
    }
    working--
  }

  return (ask) =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject })
      if (working < atOnce) void run()
    })
}
