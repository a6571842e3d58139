// Months: when a transfer is booked, what the database refuses, and that the books add up at every moment.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { settled } from '../../test/settled.ts'
import { wallNow } from '../kit/clock.ts'
import { type Database, inTransaction, openDatabase } from '../kit/database/database.ts'
import { ofMonth, portion } from '../kit/database/monthFile.ts'
import { newId } from '../kit/random.ts'
import { bookedEntries, bookSums } from './booked.ts'
import { entryPage } from './entries.ts'
import { gift, grant, recharge } from './items.fixture.ts'
import { type Book, chart } from './ledger.accounts.ts'
import { attachLedgerMonth, detachLedgerMonth, entriesSince } from './ledger.detached.ts'
import { closedMonths, closeMonth, finishClosing } from './ledger.months.ts'
import { bookedTogether } from './ledger.plan.ts'
import { post } from './ledger.post.ts'
import type { Item } from './ledger.types.ts'
import { verifyLedger } from './ledger.verify.ts'
import { foldPlatform } from './newEntries.ts'
import { referencesBefore } from './reconcile.ts'
import { verifiedSoFar, verifyNew } from './verifyNew.ts'

const dayMs = 86_400_000
const now = wallNow()
/** The first instant of this month, and of the two before. */
const start = (monthsAgo: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 1))
const nameOf = (at: Date) => at.toISOString().slice(0, 7)
const [older, last, current] = [start(2), start(1), start(0)]
const later = new Date(current.getTime() + 60_000)

let database: Database
const { rowsAtOnce } = portion
beforeAll(async () => {
  portion.rowsAtOnce = 3
  database = openDatabase((await freshDatabase()).url, { max: 4 })
})
afterAll(() => {
  portion.rowsAtOnce = rowsAtOnce
  return database.destroy()
})

/** Happened at `moment`, with an id of that moment or of now. */
const at = (item: Item, moment: Date, id = newId(moment)): Item => ({ ...item, id, occurredAt: moment })
const run = (...items: Item[]) => inTransaction(database, (tx) => post(tx, 'test', now, items))
const bookedAt = async (id: string) =>
  (await database.selectFrom('ledger.transfer').select('booked_at').where('id', '=', id).executeTakeFirstOrThrow())
    .booked_at
const fold = async () => {
  await settled(database)
  while ((await foldPlatform(database)) > 0);
}
const close = (month: Date, until: Date, askedBy = 'maker', approvedBy = 'checker') =>
  inTransaction(database, (tx) =>
    closeMonth(tx, { month: nameOf(month), startsAt: month, endsAt: until, askedBy, approvedBy, at: later }),
  )
const nameIn = ({ holder, purpose, currency }: Book) => `${holder}/${purpose}/${currency}`

/** Credit-positive balances of the books at a moment. */
async function balancesAt(moment: Date): Promise<Record<string, bigint>> {
  const sums = await bookSums(database, [moment])
  return Object.fromEntries(sums.map((sum) => [nameIn(sum), sum.credit - sum.debit]))
}

it('what a reference names is before an id, or not', async () => {
  const item = at(recharge(100n, 900_000n, 1n), now)
  await run(item)
  const before = (id: string) => referencesBefore(database, [item.reference, 'nobody'], id)
  expect(await before(newId(new Date(now.getTime() + dayMs)))).toEqual(new Set([item.reference]))
  expect(await before(item.id)).toEqual(new Set())
})

describe('a closed month', () => {
  it('accepts nothing more: later transfers of that month are booked at the first open instant', async () => {
    const early = at(recharge(100n, 900_000n, 1n), new Date(last.getTime() + dayMs))
    await run(early)
    expect(await bookedAt(early.id)).toEqual(early.occurredAt)
    await close(last, current)
    const [during, late] = [1, 2].map((days) => at(recharge(50n, 0n, 1n), new Date(last.getTime() + days * dayMs)))
    await run(during!)
    // Closing completes only when all earlier transactions are folded.
    expect(await closedMonths(database)).toMatchObject([{ month: nameOf(last), state: 'closing', closed_at: null }])
    expect(await finishClosing(database, later)).toBe(0)
    await fold()
    expect(await finishClosing(database, later)).toBe(1)
    expect(await closedMonths(database)).toMatchObject([{ state: 'closed', asked_by: 'maker', approved_by: 'checker' }])
    const [outcome] = await run(late!)
    expect(outcome).toMatchObject({ status: 'accepted' })
    for (const one of [during!, late!]) expect(await bookedAt(one.id)).toEqual(current)
    // Also before the first closed month.
    const ancient = at(grant(1n, 1n), older)
    await run(ancient)
    expect(await bookedAt(ancient.id)).toEqual(current)
    expect(await verifyLedger(database)).toEqual([])
  })

  it('refuses inconsistent rows, in the table and its partitions', async () => {
    const moment = new Date(last.getTime() + dayMs)
    const id = newId(moment)
    const partition = `ledger.transfer_${nameOf(moment).replace('-', '')}`
    for (const table of ['ledger.transfer', partition])
      for (const booked of [moment, new Date(current.getTime() + 1)])
        await expect(
          sql`insert into ${sql.table(table)} (id, request_hash, kind, phase, reference, actor, occurred_at, booked_at, recorded_at)
            values (${id}, '\\x00', 'test', 'single', '', 'test', ${moment}, ${booked}, ${now})`.execute(database),
        ).rejects.toThrow(/closed month/)
  })

  it('is closed in order, after its end, by two members of staff, and permanently', async () => {
    await expect(close(older, last)).rejects.toThrow(/closed in order/)
    await expect(close(start(-1), start(-2))).rejects.toThrow(/closed in order/)
    await expect(close(current, start(-1))).rejects.toThrow(/closed in order/)
    await expect(close(older, last, 'same', 'same')).rejects.toThrow()
    for (const statement of [
      "update ledger.month set state = 'closing', closed_at = null",
      'update ledger.month set ends_at = ends_at - interval $$1 day$$',
      'delete from ledger.month',
      'truncate ledger.month',
    ])
      await expect(sql.raw(statement).execute(database), statement).rejects.toThrow(/can't change|append-only/)
  })

  it('waits for a transaction that began before it was closed', async () => {
    const other = openDatabase((await freshDatabase()).url, { max: 4 })
    const item = at(recharge(100n, 0n, 1n), new Date(last.getTime() + dayMs))
    await inTransaction(other, async (tx) => {
      await post(tx, 'test', now, [item])
      await inTransaction(other, (closing) =>
        closeMonth(closing, {
          month: nameOf(last),
          startsAt: last,
          endsAt: current,
          askedBy: 'maker',
          approvedBy: 'checker',
          at: later,
        }),
      )
      await foldPlatform(other)
      expect(await finishClosing(other, later)).toBe(0)
    })
    await settled(other)
    while ((await foldPlatform(other)) > 0);
    expect(await finishClosing(other, later)).toBe(1)
    const sums = await bookSums(other, [last, current])
    expect(sums.find((sum) => nameIn(sum) === 'user/paid/TOKEN')).toMatchObject({ span: 1, credit: 100n, debit: 0n })
    expect(await verifyLedger(other)).toEqual([])
    await other.destroy()
  })
})

describe('the books', () => {
  it('net to zero at every moment, and a span opens as the one before closed', async () => {
    const moments = fc.date({ min: older, max: later, noInvalidDate: true })
    const items = fc.array(
      fc.record({ moment: moments, to: fc.bigInt(2n, 4n), tokens: fc.bigInt(1n, 500n), aside: fc.boolean() }),
      {
        minLength: 1,
        maxLength: 12,
      },
    )
    await fc.assert(
      fc.asyncProperty(
        items,
        fc.array(moments, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (made, looks, folds) => {
          const posted = made.flatMap(({ moment, to, tokens, aside }) => {
            const id = () => newId(aside ? now : moment)
            return [at(recharge(tokens, tokens * 9_000n, to), moment, id()), at(gift(tokens, 9n, to), moment, id())]
          })
          await run(...posted)
          if (folds) await fold()
          for (const look of looks) {
            const balances = await balancesAt(look)
            const totals: Record<string, bigint> = {}
            for (const [name, amount] of Object.entries(balances)) {
              const currency = name.split('/')[2]!
              totals[currency] = (totals[currency] ?? 0n) + amount
            }
            expect(Object.values(totals).every((total) => total === 0n)).toBe(true)
            // By the entries themselves.
            const { rows } = await sql<{ name: string; amount: bigint }>`
            select concat_ws('/', split_part(a.owner, ':', 1), a.purpose, a.currency) as name, sum(e.amount)::bigint as amount
              from ledger.entry e join ledger.transfer t on t.id = e.transfer_id join ledger.account a on a.id = e.account_id
             where t.booked_at < ${look} group by 1 having sum(abs(e.amount)) <> 0`.execute(database)
            expect(balances).toEqual(Object.fromEntries(rows.map(({ name, amount }) => [name, amount])))
          }
          const sums = await bookSums(database, [older, last, current, later])
          for (const [span, bound] of [older, last, current, later].entries()) {
            const opening: Record<string, bigint> = {}
            for (const sum of sums)
              if (sum.span <= span) opening[nameIn(sum)] = (opening[nameIn(sum)] ?? 0n) + sum.credit - sum.debit
            expect(opening).toEqual(await balancesAt(bound))
          }
        },
      ),
      { numRuns: 12 },
    )
    await fold()
    expect(await verifyLedger(database)).toEqual([])
  })

  it('list the entries of a month, including those booked late', async () => {
    const [sum] = (await bookSums(database, [current, later])).filter(
      (one) => one.span === 1 && nameIn(one) === 'user/paid/TOKEN',
    )
    const where = { holder: 'user', purpose: 'paid', currency: 'TOKEN', booked: { from: current, to: later } } as const
    let [debit, credit] = [0n, 0n]
    let after: string | undefined
    const seen = new Set<string>()
    do {
      const page = await entryPage({ database }, where, { size: 7, after }, where)
      for (const entry of page.records) {
        seen.add(`${entry.transfer_id} ${entry.line}`)
        if (entry.amount < 0n) debit -= entry.amount
        else credit += entry.amount
      }
      after = page.next ?? undefined
    } while (after)
    expect({ debit, credit }).toEqual({ debit: sum!.debit, credit: sum!.credit })
    expect(seen.size).toBeGreaterThan(7)
  })

  it('count the entries of any span of quarters of an hour, as of months in every zone', async () => {
    const quarters = fc
      .integer({ min: -4, max: 4 * 24 * 70 })
      .map((quarter) => new Date(older.getTime() + quarter * 900_000))
    await fc.assert(
      fc.asyncProperty(quarters, quarters, async (one, other) => {
        const [from, to] = one < other ? [one, other] : [other, one]
        const { rows } = await sql<{ entries: number }>`
          select count(*)::float8 as entries from ledger.entry e join ledger.transfer t on t.id = e.transfer_id
           where e.amount <> 0 and t.booked_at >= ${from} and t.booked_at < ${to}`.execute(database)
        expect(await bookedEntries(database, { booked: { from, to } })).toBe(rows[0]!.entries)
      }),
      { numRuns: 60 },
    )
  })

  it('have a line for each account of the chart', () => {
    expect(chart.map(nameIn)).toContain('platform/cash.usdt.trc20/USDT')
    expect(chart.filter(({ holder }) => holder === 'guild').map(nameIn)).toEqual([
      'guild/payable/USD',
      'guild/debt/USD',
    ])
  })
})

describe('a month of entries in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-months-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const path = (name: string) => join(folder, name)
  const much = new Date(current.getTime() + 400 * dayMs)
  const detach = (month: Date, name: string, at = much) =>
    detachLedgerMonth({ database, now: at }, nameOf(month), { path: path(name), name })
  const entriesOf = async (month: Date) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ledger.entry where ${ofMonth('transfer_id', nameOf(month))}`.execute(database)
    return rows[0]!.count
  }
  const verifyAll = async () => {
    while (await verifyNew(database, later));
    return [await verifyLedger(database), (await verifiedSoFar(database)).findings]
  }

  it('is refused while somebody may still need it', async () => {
    await expect(detach(older, 'a', later)).rejects.toThrow(/less than 180 days ago/)
    await expect(detach(start(30), 'a')).rejects.toThrow(/no \d/)
    await expect(detach(last, 'a')).rejects.toThrow(/in order/)
    await expect(detach(current, 'a')).rejects.toThrow(/in order/)
    expect(readdirSync(folder)).toEqual([])
  })

  it('leaves what follows from it, and everything adds up as before', async () => {
    await fold()
    expect(await verifyAll()).toEqual([[], []])
    const before = { entries: await entriesOf(older), books: await balancesAt(much), early: await balancesAt(last) }
    const { rows } = await detach(older, 'older')
    expect(rows).toBe(before.entries)
    const left = await entriesOf(older)
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(before.entries)
    expect(await entriesSince(database)).toEqual(last)
    expect(await verifyAll()).toEqual([[], []])
    expect({ books: await balancesAt(much), early: await balancesAt(last) }).toEqual({
      books: before.books,
      early: before.early,
    })
    await expect(detach(older, 'again')).rejects.toThrow(/detached already/)

    // The accounts go on, and an id of that month still finds its place.
    await run(at(recharge(70n, 700_000n, 3n), older), gift(5n, 40n, 3n))
    await fold()
    expect(await verifyAll()).toEqual([[], []])
    await expect(
      sql.raw(`delete from ledger.entry_${nameOf(older).replace('-', '')}`).execute(database),
    ).rejects.toThrow(/append-only/)
  })

  it('is not taken for whole if more is missing than stands in the file', async () => {
    await sql`update ledger.detached_account set entries = entries + 1 where amount <> 0`.execute(database)
    expect((await verifyLedger(database)).map(({ rule }) => rule)).toContain('lastEntry')
    await sql`update ledger.detached_account set entries = entries - 1, amount = amount + 1 where amount <> 0`.execute(
      database,
    )
    expect((await verifyLedger(database)).map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['lastEntry', 'folded']),
    )
    await sql`update ledger.detached_account set amount = amount - 1 where amount <> 1`.execute(database)
    expect(await verifyLedger(database)).toEqual([])
  })

  it('comes back from its file, and from no other', async () => {
    writeFileSync(path('torn'), readFileSync(path('older')).subarray(0, 200))
    await expect(attachLedgerMonth(database, nameOf(older), path('torn'))).rejects.toThrow(/damaged|not the file/)
    await expect(attachLedgerMonth(database, nameOf(last), path('older'))).rejects.toThrow(/is attached first/)
    const lost = await entriesOf(older)
    const { rows } = await attachLedgerMonth(database, nameOf(older), path('older'))
    // With what came in the meantime.
    expect(await entriesOf(older)).toBeGreaterThan(rows)
    expect(await entriesOf(older)).toBeGreaterThan(lost)
    expect(await entriesSince(database)).toBeUndefined()
    expect(await verifyAll()).toEqual([[], []])
    await expect(attachLedgerMonth(database, nameOf(older), path('older'))).rejects.toThrow(/not detached/)
  })
})

it('USD sums never span what may be two months in some time zone', () => {
  const minute = 60_000
  fc.assert(
    fc.property(
      fc.date({ min: older, max: later, noInvalidDate: true }),
      fc.integer({ min: -3 * 24 * 60, max: 3 * 24 * 60 }),
      fc.integer({ min: -48, max: 56 }),
      (moment, minutes, quarters) => {
        const other = moment.getTime() + minutes * minute
        if (bookedTogether(moment.getTime()) !== bookedTogether(other)) return
        const monthIn = (time: number) => nameOf(new Date(time + quarters * 15 * minute))
        expect(monthIn(other)).toBe(monthIn(moment.getTime()))
      },
    ),
  )
})
