// Months of the books: closed by two, the earliest first, and never changed afterwards.
import { booksClose, booksMonthList, booksTrial } from '@greenroom/contract/books'
import { settled } from '../settled.ts'
import { type Act, expectDone, refusalOf, waits } from './act.ts'
import { mayWrite, someone, writers } from './people.ts'
import { type Account, Found, type World } from './world.ts'

/** Months that are not closed, oldest first. */
async function openMonths({ administrators, model }: World): Promise<{ month: string; endsAt: string }[]> {
  const { months } = await administrators[0]!.client.call(booksMonthList, {})
  return months.filter(({ month }) => !model.closed.has(month)).toReversed()
}

/** A month's trial balance. */
async function trialOf({ product, administrators }: World, month: string): Promise<string> {
  await settled(product.database)
  const { records } = await administrators[0]!.client.call(booksTrial, { month })
  return JSON.stringify(records.map(({ bookId, opening, debit, credit }) => [bookId, opening, debit, credit]))
}

/** Somebody asks for a month's end; only the earliest one that is over can be closed, and once. */
export async function closeMonth(world: World, by: Account, month: string): Promise<void> {
  const { model } = world
  const [earliest] = await openMonths(world)
  const isAsked = () => [...model.pending.values()].some(({ kind }) => kind === `month ${month}`)
  const isNext = earliest?.month === month && Date.parse(earliest.endsAt) <= world.now().getTime()
  const answer = await world.ask(by, booksClose, { month, reason: 'all is settled' })
  expectDone(answer, mayWrite(by) && isNext && !isAsked(), `closing ${month} by ${by.name}`)
  if (refusalOf(answer) !== null || answer.code !== 200) return world.count('month refused')
  waits(world, answer.result.approvalId, by, {
    kind: `month ${month}`,
    possible: () => !model.closed.has(month),
    apply: async () => {
      model.closed.set(month, await trialOf(world, month))
      world.count('month closed')
    },
    ended: () => {},
  })
}

/** The next month to close, with its end; null while none is over. */
export async function monthToClose(world: World): Promise<{ month: string; endsAt: Date } | null> {
  const [earliest] = await openMonths(world)
  const endsAt = new Date(earliest!.endsAt)
  return endsAt <= world.now() ? { month: earliest!.month, endsAt } : null
}

/** @throws Found if something was booked into a month after it was closed */
export async function closedStay(world: World): Promise<void> {
  for (const [month, trial] of world.model.closed) {
    const now = await trialOf(world, month)
    if (now !== trial) throw new Found(`the books of ${month} were ${trial} when it was closed, and are ${now}`)
  }
}

const close: Act = {
  name: 'close a month',
  weight: 2,
  async run(world, random) {
    const open = await openMonths(world)
    const month = random.once(3)
      ? random.one([...open.map((one) => one.month), ...world.model.closed.keys()])
      : open[0]!.month
    await closeMonth(world, someone(world, random, writers(world)), month)
    return true
  },
}

export const monthActs: Act[] = [close]
