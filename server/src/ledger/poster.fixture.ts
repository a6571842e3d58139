// A process that posts until it is killed, for the test by `kill -9`. It prints each transfer before it is sent (`sent <id> …`)
// and when its commit is acknowledged (`done <id> …`), after which it must never be lost.
import { writeSync } from 'node:fs'
import { wallNow } from '../kit/clock.ts'
import { inTransaction, openDatabase } from '../kit/database/database.ts'
import { newId } from '../kit/random.ts'
import { gift, grant, hold, recharge, resolve } from './items.fixture.ts'
import { post } from './ledger.post.ts'
import type { Item } from './ledger.types.ts'

const [url = '', seed = '1'] = process.argv.slice(2)
const database = openDatabase(url, { max: 4 })
const people = 20n

/** Pseudorandom numbers from the seed. */
let state = Number(seed) || 1
const some = (below: number): number => {
  state = (state * 48_271) % 2_147_483_647
  return state % below
}
const who = () => BigInt(1 + some(Number(people)))

/** Unbuffered: a buffer would be lost with the process. */
const report = (what: 'sent' | 'done', lines: string[]) =>
  writeSync(1, lines.map((line) => `${what} ${line}\n`).join(''))

async function work(): Promise<void> {
  const open: { id: string; who: bigint }[] = []
  for (;;) {
    const items: Item[] = Array.from({ length: 1 + some(30) }, () => {
      const from = who()
      const choice = some(10)
      if (choice < 2) return recharge(BigInt(1 + some(500)), 1_000_000n, from)
      if (choice < 3) return grant(BigInt(1 + some(100)), from)
      if (choice < 5) {
        const held = hold(BigInt(1 + some(50)), from)
        open.push({ id: held.id, who: from })
        return held
      }
      const oldest = choice < 7 && open.length > 3 ? open.shift() : undefined
      if (oldest) return resolve(some(2) === 0 ? 'post' : 'void', oldest.id, oldest.who)
      return gift(BigInt(1 + some(80)), who(), from)
    })
    report(
      'sent',
      items.map(({ id }) => id),
    )
    const outcomes = await inTransaction(database, (tx) => post(tx, newId(wallNow()), wallNow(), items))
    report(
      'done',
      outcomes.map((outcome) => `${outcome.id} ${outcome.status === 'refused' ? outcome.code : outcome.status}`),
    )
  }
}

console.log('ready')
await Promise.all([work(), work(), work()])
