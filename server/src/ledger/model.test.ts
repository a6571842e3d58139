// The ledger against a model of a wallet under random commands: both accept, refuse and hold the same.
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { inTransaction, openDatabase } from '../kit/database/database.ts'
import { balancesOfUsers } from './balances.ts'
import { disableCache } from './cache.ts'
import { at, gift, grant, hold, recharge, resolve } from './items.fixture.ts'
import { post } from './ledger.post.ts'
import type { Item } from './ledger.types.ts'
import { verifyLedger } from './ledger.verify.ts'

type Wallet = { paid: bigint; promo: bigint; heldPaid: bigint; heldPromo: bigint; bonus: bigint }
type Hold = { who: bigint; paid: bigint; promo: bigint; open: boolean }
type Resolving = { do: 'post' | 'void'; which: number }
type Moving = { do: 'recharge' | 'grant' | 'hold' | 'gift'; who: bigint; to: bigint; tokens: bigint }
type Command = Resolving | Moving

/** The model: available promotional tokens first, then paid ones; a hold is resolved once. */
function step(wallets: Map<bigint, Wallet>, holds: Hold[], command: Command): 'accepted' | 60001 | 20000 | 'nothing' {
  if ('which' in command) {
    const held = holds[command.which % Math.max(1, holds.length)]
    if (!held) return 'nothing'
    if (!held.open) return 20000
    const wallet = wallets.get(held.who)!
    const posted = command.do === 'post' ? 1n : 0n
    Object.assign(held, { open: false })
    wallet.heldPaid -= held.paid
    wallet.heldPromo -= held.promo
    wallet.paid -= posted * held.paid
    wallet.promo -= posted * held.promo
    return 'accepted'
  }
  const wallet = wallets.get(command.who)!
  if (command.do === 'recharge') wallet.paid += command.tokens
  else if (command.do === 'grant') wallet.promo += command.tokens
  else {
    const free = wallet.promo - wallet.heldPromo
    const promo = command.tokens < free ? command.tokens : free
    const paid = command.tokens - promo
    if (wallet.paid - wallet.heldPaid < paid) return 60001
    if (command.do === 'gift') {
      wallet.promo -= promo
      wallet.paid -= paid
      wallets.get(command.to)!.bonus += (command.tokens * 40n) / 100n
    } else {
      wallet.heldPromo += promo
      wallet.heldPaid += paid
      holds.push({ who: command.who, paid, promo, open: true })
    }
  }
  return 'accepted'
}

const people = [1n, 2n, 3n]
const who = fc.constantFrom(...people)
const tokens = fc.bigInt(1n, 400n)
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    do: fc.constantFrom('recharge' as const, 'grant' as const, 'gift' as const, 'hold' as const),
    who,
    to: who,
    tokens,
  }),
  fc.record({ do: fc.constantFrom('post' as const, 'void' as const), which: fc.nat(200) }),
)
/** Commands in batches; some are sent twice. */
const batches = fc.array(
  fc.record({ commands: fc.array(command, { minLength: 1, maxLength: 25 }), again: fc.boolean() }),
  {
    minLength: 1,
    maxLength: 4,
  },
)

it.each(['on', 'off'])('agrees with the model, whatever the batches, with the cache %s', async (cache) => {
  const database = openDatabase((await freshDatabase()).url, { max: 4 })
  onTestFinished(() => database.destroy())
  if (cache === 'off') disableCache(database)
  const wallets = new Map(people.map((id) => [id, { paid: 0n, promo: 0n, heldPaid: 0n, heldPromo: 0n, bonus: 0n }]))
  const holds: Hold[] = []
  const holdIds: string[] = []

  const itemOf = (of: Command): Item => {
    if ('which' in of) {
      const place = of.which % Math.max(1, holds.length)
      return resolve(of.do, holdIds[place]!, holds[place]!.who)
    }
    if (of.do === 'recharge') return recharge(of.tokens, of.tokens * 10_000n, of.who)
    if (of.do === 'grant') return grant(of.tokens, of.who)
    return of.do === 'gift' ? gift(of.tokens, of.to, of.who) : hold(of.tokens, of.who)
  }

  await fc.assert(
    fc.asyncProperty(batches, async (all) => {
      for (const { commands, again } of all) {
        const expected: unknown[] = []
        const items: Item[] = []
        for (const of of commands) {
          if ('which' in of && holds.length === 0) continue
          const item = itemOf(of)
          const before = holds.length
          expected.push(step(wallets, holds, of))
          items.push(item)
          if (holds.length > before) holdIds.push(item.id)
        }
        const run = () => inTransaction(database, (tx) => post(tx, 'test', at, items))
        const outcomes = await run()
        expect(outcomes.map((o) => (o.status === 'refused' ? o.code : o.status))).toEqual(expected)
        if (!again) continue
        // Sent again: accepted ones are duplicates, refused ones get the same code.
        const repeated = (await run()).map((o) => (o.status === 'refused' ? o.code : o.status))
        expect(repeated).toEqual(expected.map((one) => (one === 'accepted' ? 'duplicate' : one)))
      }
      const balances = await balancesOfUsers(database, people)
      for (const [id, wallet] of wallets) {
        const { userId: _, debtTokens: __, ...found } = balances.get(id) ?? {}
        expect({ paidTokens: 0n, promoTokens: 0n, reservedTokens: 0n, bonus: 0n, reservedBonus: 0n, ...found }).toEqual(
          {
            paidTokens: wallet.paid,
            promoTokens: wallet.promo,
            reservedTokens: wallet.heldPaid + wallet.heldPromo,
            bonus: wallet.bonus,
            reservedBonus: 0n,
          },
        )
      }
    }),
    { numRuns: 20 },
  )
  expect(await verifyLedger(database)).toEqual([])
})
