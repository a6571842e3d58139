// Group commit: what many ask for at once is worked together, since a transaction of ten costs little more than of one.

/** How callers' asks become works. */
export type Gathering<Ask, Answer> = {
  /** Works at the same time; who comes meanwhile waits, and is worked with all who wait. */
  atOnce: number
  /** How much one work takes, by `sizeOf`; an ask that is larger than that is worked alone. */
  most: number
  sizeOf: (ask: Ask) => number
  /** All or nothing: an answer for each, in their order, or an error when nothing of any was kept. */
  work: (asks: Ask[]) => Promise<Answer[]>
  /** True of an error that is no ask's own: all hear of it, and none is worked again. */
  isNobodys: (error: unknown) => boolean
}

type Waiting<Ask, Answer> = {
  ask: Ask
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * The way in for one ask. It is answered when the work that it was part of has ended, so after its commit. When a work of
 * several fails, it is halved until the one that is to blame stands alone and only that one hears of it; a commit of which
 * nobody heard is then repeated, so asks carry ids by which a repeat is known.
 */
export function gather<Ask, Answer>(gathering: Gathering<Ask, Answer>): (ask: Ask) => Promise<Answer> {
  const { atOnce, most, sizeOf, work, isNobodys } = gathering
  const waiting: Waiting<Ask, Answer>[] = []
  let working = 0

  /** The first of those who wait, and whom there is room for behind it, in their order. */
  const next = (): Waiting<Ask, Answer>[] => {
    let size = 0
    let count = 0
    while (count < waiting.length) {
      size += sizeOf(waiting[count]!.ask)
      if (count > 0 && size > most) break
      count++
    }
    return waiting.splice(0, count)
  }

  const answer = async (group: Waiting<Ask, Answer>[]): Promise<void> => {
    try {
      const answers = await work(group.map(({ ask }) => ask))
      if (answers.length !== group.length) throw new Error(`${answers.length} answers to ${group.length} asks`)
      group.forEach(({ resolve }, index) => resolve(answers[index]!))
    } catch (error) {
      if (group.length === 1 || isNobodys(error)) for (const { reject } of group) reject(error)
      else {
        const half = group.length >> 1
        await answer(group.slice(0, half))
        await answer(group.slice(half))
      }
    }
  }

  const run = async (): Promise<void> => {
    working++
    while (waiting.length > 0) {
      await answer(next())
      // Who was just answered may ask again at once, and is worked with those who wait: fewer and larger works.
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
