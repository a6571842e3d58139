// Late, repeated, shuffled and parallel events end in the same state as ordered ones.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Sent } from '../../test/bridge.ts'
import { newId } from '../kit/random.ts'
import { startBridge, type TestBridge, tallied, tally, tallyTables } from './bridge.fixture.ts'

let orderly: TestBridge
let disorderly: TestBridge
beforeAll(async () => {
  ;[orderly, disorderly] = await Promise.all([startBridge([tally]), startBridge([tally])])
  for (const { database } of [orderly, disorderly]) await tallyTables.execute(database)
})
afterAll(() => Promise.all([orderly.close(), disorderly.close()]))

const user = fc.integer({ min: 11, max: 16 })
const event = fc.oneof(
  fc.record({
    type: fc.constant('live.viewed' as const),
    data: fc.record({ viewId: fc.constant('v'), liveId: fc.constant('l'), userId: user, seconds: fc.nat(100) }),
  }),
  fc.record({
    type: fc.constant('user.updated' as const),
    data: fc.record({ userId: user, nickname: fc.constantFrom('a', 'b', 'c', 'boom') }),
  }),
  fc.record({
    type: fc.constant('live.heartbeat' as const),
    data: fc.record({ liveId: fc.constantFrom('l', 'm'), viewers: fc.nat(50) }),
  }),
  fc.record({
    type: fc.constant('text.charged' as const),
    data: fc.record({ senderId: user, receiverId: user, tokens: fc.integer({ min: 1, max: 1_100 }) }),
  }),
)
type Made = { type: string; data: object }

/** Gives each event an id and a time; some share a time. */
function stream(made: readonly Made[]): Sent[] {
  const start = orderly.clock.now().getTime() - 60_000
  return made.map((one, index) => {
    const at = new Date(start + Math.floor(index / 3) * 1_000)
    return { ...one, at, id: newId(at) } as Sent
  })
}

async function emptied({ database }: TestBridge): Promise<void> {
  await sql`truncate tally.online, tally.name, tally.viewers`.execute(database)
}

it('ends in the same state for any order, repeats and batches', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 1, maxLength: 40 }),
      fc.infiniteStream(fc.nat()),
      fc.infiniteStream(fc.nat({ max: 9 })),
      fc.boolean(),
      async (made, chance, cut, parallel) => {
        await Promise.all([emptied(orderly), emptied(disorderly)])
        const events = stream(made)
        await orderly.client.send(events)

        const repeated = events.flatMap((one) => (chance.next().value! % 4 === 0 ? [one, one] : [one]))
        const shuffled = repeated.map((one) => [chance.next().value!, one] as const).toSorted(([a], [b]) => a - b)
        const batches: Sent[][] = [[]]
        for (const [, one] of shuffled) {
          if (cut.next().value! === 0) batches.push([])
          batches.at(-1)!.push(one)
        }
        // Everything is sent again at once.
        batches.push(events)
        if (parallel) await Promise.all(batches.map((batch) => disorderly.client.send(batch)))
        else for (const batch of batches) await disorderly.client.send(batch)

        expect(await tallied(disorderly)).toEqual(await tallied(orderly))
      },
    ),
    { numRuns: 40 },
  )
})
