import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { logInfo, logVerify } from '@greenroom/contract/system'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { startProduct, type TestProduct } from '../../test/product.ts'
import { testSeals } from '../../test/seals.ts'
import { settled } from '../../test/settled.ts'
import { wallNow } from '../kit/clock.ts'
import { type Database, openDatabase, type Transaction } from '../kit/database/database.ts'
import { ofMonth } from '../kit/database/monthFile.ts'
import { sealsOf } from '../kit/encryption/seals.ts'
import { newId } from '../kit/random.ts'
import { blockHash } from './log.chain.ts'
import { attachLogMonth, detachLogMonth } from './log.detached.ts'
import { blocksAfter } from './log.queries.ts'
import { verifyLog } from './log.verify.ts'
import { sealLog } from './seal.ts'

let database: Database
beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url, { max: 12 })
})
afterAll(() => database.destroy())

async function write(on: Database | Transaction, count: number, at = wallNow()): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, i) => ({
    id: newId(at),
    at,
    staff_id: i,
    username: 'writer',
    ip: '10.0.0.1',
    menu_key: 'system.role',
    operation: 'role.update',
    target: `role ${i}`,
    content: `content ${i}`,
    reason: '',
    before: null,
    after: JSON.stringify({ name: 'New', i }),
    request_id: randomUUID(),
  }))
  await on.insertInto('log.entry').values(rows).execute()
  return rows.map((row) => row.id)
}

/** Does what only the tables' owner can, and not by accident. */
async function tamper(statement: ReturnType<typeof sql>): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
       where schemaname = 'log'`.execute(tx)
    const tables = ['log.entry', ...rows.map((row) => row.name)]
    for (const table of tables) await sql.raw(`alter table ${table} disable trigger user`).execute(tx)
    await statement.execute(tx)
    for (const table of tables) await sql.raw(`alter table ${table} enable trigger user`).execute(tx)
  })
}

describe('sealing', () => {
  it('accepts an empty log', async () => {
    expect(await verifyLog(database, testSeals)).toMatchObject({
      ok: true,
      blocks: 0,
      rows: 0,
      unsealed: 0,
      lastHash: '',
    })
  })

  it('seals what is committed and nothing else, once', async () => {
    await write(database, 3)
    await settled(database)
    const open = await database.startTransaction().execute()
    await write(open, 2)
    expect(await sealLog(database, testSeals)).toBe(1)
    expect(await sealLog(database, testSeals)).toBe(0)
    expect(await verifyLog(database, testSeals)).toMatchObject({ ok: true, blocks: 1, rows: 3, unsealed: 0 })
    await open.commit().execute()
    await settled(database)
    expect(await verifyLog(database, testSeals)).toMatchObject({ ok: true, blocks: 1, rows: 3, unsealed: 2 })
    expect(await sealLog(database, testSeals)).toBe(1)
    expect(await verifyLog(database, testSeals)).toMatchObject({ ok: true, blocks: 2, rows: 5, unsealed: 0 })
  })

  it('splits long spans into blocks, but never a transaction', async () => {
    const before = await verifyLog(database, testSeals)
    for (const count of [4, 4, 4, 25, 1, 1]) await write(database, count)
    await settled(database)
    expect(await sealLog(database, testSeals, 8)).toBeGreaterThanOrEqual(4)
    const after = await verifyLog(database, testSeals)
    expect(after.ok).toBe(true)
    expect(after.rows - before.rows).toBe(39)
    const { rows } = await sql<{ blocks: number }>`
      select count(distinct b.number)::int as blocks from log.entry e
        join log.block b on e.xid >= b.xid_from and e.xid < b.xid_to
       group by e.xid order by 1 desc limit 1`.execute(database)
    expect(rows[0]?.blocks).toBe(1)
  })

  it('seals every entry of many concurrent writers exactly once, in any commit order', async () => {
    const expected = (await verifyLog(database, testSeals)).rows
    let written = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ rows: fc.integer({ min: 1, max: 5 }), turn: fc.nat({ max: 30 }), commits: fc.boolean() }),
          {
            minLength: 8,
            maxLength: 24,
          },
        ),
        async (writers) => {
          const sealing = new AbortController()
          const seal = (async () => {
            while (!sealing.signal.aborted) await sealLog(database, testSeals, 6)
          })()
          const second = (async () => {
            while (!sealing.signal.aborted) await sealLog(database, testSeals, 3)
          })()
          // As many at a time as there are connections; all have written before the first commits.
          for (let first = 0; first < writers.length; first += 8) {
            const open = await Promise.all(
              writers.slice(first, first + 8).map(async (writer) => {
                const transaction = await database.startTransaction().execute()
                await write(transaction, writer.rows)
                return { ...writer, transaction }
              }),
            )
            for (const { rows, commits, transaction } of open.toSorted((one, other) => one.turn - other.turn)) {
              await (commits ? transaction.commit() : transaction.rollback()).execute()
              if (commits) written += rows
            }
          }
          sealing.abort()
          await Promise.all([seal, second])
        },
      ),
      { numRuns: 8 },
    )
    await settled(database)
    await sealLog(database, testSeals, 6)
    const { rows } = await sql<{ entries: number; sealed: number }>`
      select count(*)::int as entries,
             count(*) filter (where (select count(*) from log.block b where e.xid >= b.xid_from and e.xid < b.xid_to) = 1)::int
               as sealed
        from log.entry e`.execute(database)
    expect(rows[0]).toEqual({ entries: expected + written, sealed: expected + written })
    expect(await verifyLog(database, testSeals)).toMatchObject({ ok: true, rows: expected + written, unsealed: 0 })
  })
})

describe('the database itself', () => {
  it.each(['update', 'delete', 'truncate'])(
    'refuses %s of entries, by the parent and by every partition',
    async (verb) => {
      const { rows } = await sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = 'log.entry'::regclass`.execute(
        database,
      )
      expect(rows.length).toBeGreaterThan(2)
      const statements = {
        update: (t: string) => `update ${t} set content = ''`,
        delete: (t: string) => `delete from ${t}`,
        truncate: (t: string) => `truncate ${t}`,
      }
      for (const table of ['log.entry', 'log.block', ...rows.map((row) => row.name)]) {
        const statement = statements[verb as keyof typeof statements](table).replace(
          'content',
          table === 'log.block' ? 'hash' : 'content',
        )
        await expect(sql.raw(statement).execute(database), statement).rejects.toMatchObject({ code: '42501' })
      }
    },
  )

  it('makes future months append-only as well', async () => {
    await sql`select kit.ensure_months('log.entry', '2099-01-01', 1, true)`.execute(database)
    await expect(sql`truncate log.entry_209901`.execute(database)).rejects.toMatchObject({ code: '42501' })
    await expect(sql`delete from log.entry_209901`.execute(database)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('tampering', () => {
  let sealed: string[]
  let number: number

  /** A fresh block for each attempt, followed by another. */
  async function block(): Promise<void> {
    sealed = await write(database, 5)
    await settled(database)
    await sealLog(database, testSeals)
    number = (await verifyLog(database, testSeals)).blocks
    await write(database, 2)
    await settled(database)
    await sealLog(database, testSeals)
    expect((await verifyLog(database, testSeals)).ok).toBe(true)
  }

  /** Tampers and then restores, so that the next attempt starts from an intact log. */
  async function found(act: ReturnType<typeof sql>, undo: ReturnType<typeof sql>) {
    await tamper(act)
    const { ok, broken } = await verifyLog(database, testSeals)
    await tamper(undo)
    expect((await verifyLog(database, testSeals)).ok).toBe(true)
    return { ok, broken }
  }

  it.each(['content', 'username', 'ip', 'operation', 'target', 'reason', 'request_id'])(
    'is found in %s',
    async (column) => {
      await block()
      const id = sealed[2]!
      const { rows } = await sql<{ old: string }>`
      select ${sql.ref(column)} as old from log.entry where id = ${id}`.execute(database)
      const set = (value: string) => sql`update log.entry set ${sql.ref(column)} = ${value} where id = ${id}`
      expect(await found(set('x'), set(rows[0]!.old))).toEqual({ ok: false, broken: { number, why: 'hash' } })
    },
  )

  it.each<[string, string, string]>([
    ['the row after the change', `after = '{"name":"Other"}'`, `after = '{"name":"New","i":2}'`],
    ['the time', "at = at + interval '1 second'", "at = at - interval '1 second'"],
    ['the account', 'staff_id = 99', 'staff_id = 2'],
    ['the guild', 'union_id = 4', 'union_id = null'],
    ['the menu', 'menu_key = null', "menu_key = 'system.role'"],
  ])('is detected in %s', async (_, change, back) => {
    await block()
    const set = (text: string) => sql`update log.entry set ${sql.raw(text)} where id = ${sealed[2]!}`
    expect(await found(set(change), set(back))).toEqual({ ok: false, broken: { number, why: 'hash' } })
  })

  it('is detected if an entry moved between columns', async () => {
    await block()
    const set = (target: string, content: string) =>
      sql`update log.entry set target = ${target}, content = ${content} where id = ${sealed[1]!}`
    expect(await found(set('role 1content', ' 1'), set('role 1', 'content 1'))).toMatchObject({ ok: false })
  })

  it('is detected if an entry is missing', async () => {
    await block()
    const keep = sql`create table kept as select * from log.entry where id = ${sealed[0]!}`
    await keep.execute(database)
    const answer = await found(
      sql`delete from log.entry where id = ${sealed[0]!}`,
      sql`insert into log.entry select * from kept`,
    )
    expect(answer).toEqual({ ok: false, broken: { number, why: 'rows' } })
  })

  it('is detected if an entry was inserted, which needs no owner', async () => {
    await block()
    const forged = newId(wallNow())
    const { broken } = await found(
      sql`insert into log.entry (id, at, xid, username, ip, operation, target, content, reason, request_id)
          select ${forged}::uuid, at, xid, username, ip, operation, target, 'forged', reason, request_id
            from log.entry where id = ${sealed[0]!}`,
      sql`delete from log.entry where id = ${forged}`,
    )
    expect(broken).toEqual({ number, why: 'rows' })
  })

  it('is detected in the blocks: changed, rehashed without their successors, removed in the middle, cut off at the end', async () => {
    await block()
    const last = number + 1
    const restore = sql`insert into log.block select * from block_kept`
    const attempt = async (act: ReturnType<typeof sql>) => {
      await sql`drop table if exists block_kept`.execute(database)
      await sql`create table block_kept as select * from log.block`.execute(database)
      await tamper(act)
      const { broken } = await verifyLog(database, testSeals)
      await tamper(sql`delete from log.block`)
      await tamper(restore)
      expect((await verifyLog(database, testSeals)).ok).toBe(true)
      return broken
    }
    expect(await attempt(sql`update log.block set rows = rows + 1 where number = ${number}`)).toEqual({
      number,
      why: 'rows',
    })
    expect(
      await attempt(sql`update log.block set sealed_at = sealed_at + interval '1 hour' where number = ${number}`),
    ).toEqual({ number, why: 'hash' })
    expect(await attempt(sql`update log.block set previous = hash where number = ${last}`)).toEqual({
      number: last,
      why: 'chain',
    })
    expect(await attempt(sql`delete from log.block where number = ${number}`)).toEqual({ number, why: 'gap' })
    expect(await attempt(sql`delete from log.block where number = ${last}`)).toEqual({ number: last, why: 'gap' })
    expect(await attempt(sql`delete from log.block where number = 1`)).toEqual({ number: 1, why: 'gap' })
  })
})

describe('keys', () => {
  const other = sealsOf([{ id: 'other', key: Buffer.alloc(32, 9) }])
  const both = sealsOf([
    { id: 'other', key: Buffer.alloc(32, 9) },
    { id: 'test', key: Buffer.alloc(32, 7) },
  ])

  it('who has only the database can rebuild the chain, but not seal it', async () => {
    const [id] = await write(database, 1)
    await settled(database)
    await sealLog(database, testSeals)
    const { blocks } = await verifyLog(database, testSeals)
    const [sealed] = await blocksAfter(database, blocks - 1, 1)
    await tamper(sql`update log.entry set content = 'rebuilt' where id = ${id!}`)
    const [changed] = await blocksAfter(database, blocks - 1, 1)
    const hash = blockHash(changed!, changed!.digest!)
    await tamper(sql`update log.block set hash = ${hash} where number = ${blocks}`)
    expect((await verifyLog(database, testSeals)).broken).toEqual({ number: blocks, why: 'seal' })
    // A key that nobody has proves nothing either.
    await tamper(sql`update log.block set key = 'lost' where number = ${blocks}`)
    expect(await verifyLog(database, testSeals)).toMatchObject({ ok: false, broken: null, unproved: { key: 'lost' } })
    await tamper(sql`update log.entry set content = 'content 0' where id = ${id!}`)
    await tamper(sql`update log.block set key = 'test', hash = ${sealed!.hash} where number = ${blocks}`)
    expect(await verifyLog(database, testSeals)).toMatchObject({ ok: true, unproved: null })
  })

  it('a later seal proves the blocks before it: keys that were replaced need not be kept', async () => {
    const { blocks } = await verifyLog(database, testSeals)
    expect(await verifyLog(database, other)).toMatchObject({
      ok: false,
      broken: null,
      unproved: { blocks, key: 'test' },
    })
    expect(await verifyLog(database, { isSigned: () => undefined })).toMatchObject({ ok: false, broken: null })
    await write(database, 1)
    await settled(database)
    await sealLog(database, both)
    for (const keys of [other, both])
      expect(await verifyLog(database, keys)).toMatchObject({ ok: true, blocks: blocks + 1 })
    expect(await verifyLog(database, testSeals)).toMatchObject({ ok: false, unproved: { blocks: 1, key: 'other' } })
    await write(database, 1)
    await settled(database)
    await sealLog(database, testSeals)
  })

  it('an entry of a format that only a later version knows is not taken for a whole one', async () => {
    const [id] = await write(database, 1)
    await settled(database)
    await sealLog(database, testSeals)
    const { blocks } = await verifyLog(database, testSeals)
    const set = (format: number) => tamper(sql`update log.entry set format = ${format} where id = ${id!}`)
    await set(2)
    expect((await verifyLog(database, testSeals)).broken).toEqual({ number: blocks, why: 'format' })
    await set(1)
    expect((await verifyLog(database, testSeals)).ok).toBe(true)
  })
})

describe('a month in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-months-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const now = wallNow()
  const month = now.toISOString().slice(0, 7)
  const path = join(folder, 'month')
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)
  const detach = (days: number, to = path) =>
    detachLogMonth({ database, now: inDays(days) }, month, { path: to, name: 'month' })
  const entries = async () =>
    (
      await sql<{ count: number }>`select count(*)::int as count from log.entry where ${ofMonth('id', month)}`.execute(
        database,
      )
    ).rows[0]!.count

  it('is refused while it may still grow, or is not sealed', async () => {
    await write(database, 1)
    await settled(database)
    await expect(detach(99)).rejects.toThrow(/less than 100 days ago/)
    await expect(detach(200)).rejects.toThrow(/not sealed yet/)
    await sealLog(database, testSeals)
    expect(existsSync(path)).toBe(false)
    const older = new Date(Date.UTC(now.getUTCFullYear() - 3, 1, 1)).toISOString().slice(0, 7)
    await expect(detachLogMonth({ database, now }, older, { path, name: 'month' })).rejects.toThrow(/The log has no/)
  })

  it('leaves the chain whole: the hash of each entry stays, a changed one breaks it', async () => {
    const before = await verifyLog(database, testSeals)
    const count = await entries()
    const { rows } = await detach(200)
    expect([rows, await entries()]).toEqual([count, 0])
    expect(await verifyLog(database, testSeals)).toMatchObject({
      ok: true,
      rows: before.rows,
      lastHash: before.lastHash,
      detached: count,
    })
    const changed = sql`id = (select max(id::text)::uuid from log.detached_entry)`
    const { rows: kept } = await sql<{ hash: Buffer }>`select hash from log.detached_entry where ${changed}`.execute(
      database,
    )
    await sql`update log.detached_entry set hash = '\\x00' where ${changed}`.execute(database)
    expect((await verifyLog(database, testSeals)).broken).toMatchObject({ why: 'hash' })
    await expect(attachLogMonth(database, month, path)).rejects.toThrow(/1 entries of .* are not those/)
    await expect(detach(200, `${path}2`)).rejects.toThrow(/detached already/)
    await sql`update log.detached_entry set hash = ${kept[0]!.hash} where ${changed}`.execute(database)
  })

  it('comes back from its file alone', async () => {
    writeFileSync(`${path}.torn`, readFileSync(path).subarray(0, 300))
    await expect(attachLogMonth(database, month, `${path}.torn`)).rejects.toThrow(/damaged/)
    writeFileSync(
      `${path}.other`,
      zstdCompressSync('{"greenroom":"month","table":"ledger.entry","month":"2026-01","columns":[]}\n'),
    )
    await expect(attachLogMonth(database, month, `${path}.other`)).rejects.toThrow(/is not/)
    writeFileSync(`${path}.empty`, zstdCompressSync(''))
    await expect(attachLogMonth(database, month, `${path}.empty`)).rejects.toThrow(/is empty/)
    const { rows } = await attachLogMonth(database, month, path)
    expect(await entries()).toBe(rows)
    expect(await verifyLog(database, testSeals)).toMatchObject({ ok: true, detached: 0 })
    await expect(sql.raw(`delete from log.entry_${month.replace('-', '')}`).execute(database)).rejects.toThrow(
      /append-only/,
    )
    await expect(attachLogMonth(database, month, path)).rejects.toThrow(/not detached/)
  })
})

describe('on the screen', () => {
  let product: TestProduct
  beforeAll(async () => {
    product = await startProduct()
  })
  afterAll(() => product.close())

  it('shows the block of an entry once it is sealed, and verifies the chain', async () => {
    const admin = await product.administrator()
    const [id] = await write(product.database, 1, product.clock.now())
    expect((await admin.call(logInfo, { id: id! })).entry.block).toBeNull()
    await settled(product.database)
    await sealLog(product.database, product.seals)
    const { block } = (await admin.call(logInfo, { id: id! })).entry
    const [one, other] = await Promise.all([admin.call(logVerify, {}), admin.call(logVerify, {})])
    expect(one).toMatchObject({ ok: true, broken: null, unsealed: 0 })
    expect(other.lastHash).toBe(one.lastHash)
    expect(block?.hash).toBe(one.lastHash)
    expect((await product.as(undefined).refused(logVerify, {})).code).toBe(10007)
  })

  it('happens automatically', async () => {
    await product.jobs.start()
    const [id] = await write(product.database, 1, product.clock.now())
    const admin = await product.administrator()
    await expect
      .poll(async () => (await admin.call(logInfo, { id: id! })).entry.block, { timeout: 15_000, interval: 250 })
      .not.toBeNull()
  })
})
