import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { settled } from '../../../test/settled.ts'
import { type Database, inTransaction, openDatabase, type Transaction } from './database.ts'
import { ensureEra, readNew, restartReader } from './newRows.ts'

let database: Database
beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url, { max: 12 })
  await sql`create table fact (id int primary key, xid xid8 not null default kit.xid())`.execute(database)
})
afterAll(() => database.destroy())

/** Reads new rows into `seen`, up to the end or a boundary chosen by `until`. */
async function read(reader: string, seen: number[], until = (to: string) => to): Promise<boolean> {
  return readNew(database, reader, async (tx, { from, to }) => {
    const end = until(to)
    const { rows } = await sql<{ id: number }>`
      select id from fact where xid >= ${from}::xid8 and xid < ${end}::xid8 order by xid, id`.execute(tx)
    seen.push(...rows.map((row) => row.id))
    return end
  })
}

const write = (id: number, on: Database | Transaction = database) =>
  sql`insert into fact (id) values (${id})`.execute(on)

/** A transaction that has written, ended by the test. */
async function open(id: number): Promise<{ end(how: 'commit' | 'rollback'): Promise<void> }> {
  const transaction = await database.startTransaction().execute()
  await write(id, transaction)
  return { end: (how) => transaction[how]().execute() }
}

let next = 1_000

describe('readNew', () => {
  it('leaves late commits for later, and then reads them', async () => {
    const seen: number[] = []
    await read('late', seen)
    seen.length = 0
    const [slow, fast] = [next++, next++]
    const late = await open(slow)
    await write(fast)
    await read('late', seen)
    expect(seen).toEqual([])
    await late.end('commit')
    await settled(database)
    await read('late', seen)
    expect(seen).toEqual([slow, fast])
    seen.length = 0
    await read('late', seen)
    expect(seen).toEqual([])
  })

  it('reads without processes of its own, also beside many rows', async () => {
    const plan = async (tx: Transaction) => {
      // What a large table makes the planner choose.
      await sql`select set_config(name, '0', true)
                  from unnest(array['min_parallel_table_scan_size', 'parallel_setup_cost', 'parallel_tuple_cost']) as name`.execute(
        tx,
      )
      return JSON.stringify((await sql`explain select count(*) from fact`.execute(tx)).rows)
    }
    let reading = ''
    await write(next++)
    await settled(database)
    await readNew(database, 'alone', async (tx, { to }) => {
      reading = await plan(tx)
      return to
    })
    expect(await inTransaction(database, plan)).toContain('Gather')
    expect(reading).toContain('Aggregate')
    expect(reading).not.toContain('Gather')
  })

  it('reads every committed row exactly once, in any order of commits', async () => {
    const seen: number[] = []
    await read('property', seen)
    seen.length = 0
    const committed: number[] = []
    const command = fc.record({
      at: fc.nat({ max: 2 }),
      act: fc.constantFrom('open', 'commit', 'rollback', 'read', 'readHalf'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 15, maxLength: 60 }), async (commands) => {
        const running = new Map<number, { id: number; end(how: 'commit' | 'rollback'): Promise<void> }>()
        for (const { at, act } of commands) {
          if (act === 'read') await read('property', seen)
          else if (act === 'readHalf') {
            const half = (to: string) => String(BigInt(to) - 2n)
            await read('property', seen, half).catch((error: unknown) => {
              // Partly before the start: refused and rolled back.
              if (!String(error).includes('not within')) throw error
            })
          } else if (act === 'open' && !running.has(at)) {
            const id = next++
            running.set(at, { id, ...(await open(id)) })
          } else if (act !== 'open') {
            const one = running.get(at)
            if (!one) continue
            running.delete(at)
            await one.end(act)
            if (act === 'commit') committed.push(one.id)
          }
        }
        for (const one of running.values()) await one.end('rollback')
        await settled(database)
        await read('property', seen)
      }),
      { numRuns: 25 },
    )
    const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b)
    expect(committed.length).toBeGreaterThan(20)
    expect(sorted(seen)).toEqual(sorted(committed))
  })

  it('does not advance if the work on the rows fails', async () => {
    const seen: number[] = []
    await read('failing', seen)
    const id = next++
    await write(id)
    await settled(database)
    await expect(
      readNew(database, 'failing', async () => {
        throw new Error('the fold broke')
      }),
    ).rejects.toThrow('the fold broke')
    seen.length = 0
    await read('failing', seen)
    expect(seen).toEqual([id])
  })

  it('is done by one of several concurrent readers', async () => {
    await settled(database)
    const seen: number[] = []
    await Promise.all(Array.from({ length: 6 }, () => read('crowd', seen)))
    await read('crowd', seen)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from fact`.execute(database)
    expect(seen).toHaveLength(rows[0]!.count)
    expect(new Set(seen).size).toBe(seen.length)
  })
})

describe('with nothing new', () => {
  const rowOf = async (reader: string) =>
    (
      await sql<{ version: string; boundary: string; horizon: string }>`
        select xmin::text as version, boundary::text as boundary, kit.horizon()::text as horizon
          from kit.reader where name = ${reader}`.execute(database)
    ).rows[0]!
  const takesNumbers = async (count: number) => {
    for (let n = 0; n < count; n++) await sql`select pg_current_xact_id()`.execute(database)
  }

  it('writes nothing, and takes no transaction number', async () => {
    await settled(database)
    await read('quiet', [])
    const before = await rowOf('quiet')
    const asked = new Set<number>()
    for (let turn = 0; turn < 3; turn++) {
      await takesNumbers(2)
      await settled(database)
      // The horizon is server-wide, so that transactions of other test files may have it asked twice.
      for (const _ of [1, 2]) expect(await readNew(database, 'quiet', async () => void asked.add(turn))).toBe(false)
    }
    const after = await rowOf('quiet')
    expect({ version: after.version, boundary: after.boundary }).toEqual({
      version: before.version,
      boundary: before.boundary,
    })
    expect([...asked]).toEqual([0, 1, 2])
    const fact = next++
    await write(fact)
    await settled(database)
    const seen: number[] = []
    expect(await read('quiet', seen)).toBe(true)
    expect(seen).toEqual([fact])
  })

  it('moves on after many transactions, and loses nothing', async () => {
    await settled(database)
    await read('far', [])
    // Each subtransaction that writes takes a number.
    await sql`do $$ begin
      create temp table used (n int) on commit drop;
      for n in 1..10001 loop
        begin insert into used values (n); exception when others then raise; end;
      end loop;
    end $$`.execute(database)
    await settled(database)
    const before = await rowOf('far')
    expect(await readNew(database, 'far', async () => undefined)).toBe(false)
    const after = await rowOf('far')
    expect(BigInt(after.boundary)).toBeGreaterThanOrEqual(BigInt(before.horizon))
    const fact = next++
    await write(fact)
    await settled(database)
    const seen: number[] = []
    await read('far', seen)
    expect(seen).toEqual([fact])
  })

  it('lets one read at a time, and a restart wait for it', async () => {
    await settled(database)
    await read('busy', [])
    await write(next++)
    await settled(database)
    let restarted: Promise<void> | undefined
    await readNew(database, 'busy', async (_, { to }) => {
      expect(await readNew(database, 'busy', async () => 'never')).toBe(false)
      restarted = inTransaction(database, (tx) => restartReader(tx, 'busy'))
      return to
    })
    await restarted
    expect((await rowOf('busy')).boundary).toBe('0')
  })
})

describe('restored into another cluster', () => {
  it('is detected once, and transaction numbers keep rising', async () => {
    expect(await ensureEra(database)).toBe(false)
    await settled(database)
    const seen: number[] = []
    await read('restored', seen)
    const unread = next++
    await write(unread)

    // State after a restore: another identifier, and a reader far beyond this cluster's numbers.
    await sql`update kit.era set cluster = 'the old one'`.execute(database)
    await sql`update fact set xid = '900000000000' where id = ${unread}`.execute(database)
    await sql`update kit.reader set boundary = '800000000000'`.execute(database)
    const started = await Promise.all([ensureEra(database), ensureEra(database), ensureEra(database)])
    expect(started.filter(Boolean)).toHaveLength(1)
    expect(await ensureEra(database)).toBe(false)

    const [fresh, later] = [next++, next++]
    await write(fresh)
    await settled(database)
    seen.length = 0
    await read('restored', seen)
    expect(seen).toEqual([unread, fresh])
    await write(later)
    await settled(database)
    await read('restored', seen)
    expect(seen).toEqual([unread, fresh, later])
  })

  it('is detected by a reader that is ahead, if the cluster hides its identifier', async () => {
    await sql`update kit.reader set boundary = '999999999999999999' where name = 'restored'`.execute(database)
    expect(await ensureEra(database)).toBe(true)
  })
})
