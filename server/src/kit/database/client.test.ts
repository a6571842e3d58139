// A connection begins a transaction with its first statement, and runs nothing outside it.
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { Client, defer } from './client.ts'
import { inTransaction, openDatabase, runLater, transactionsSoFar, watchWrites, writesSoFar } from './database.ts'
import { prepare } from './prepared.ts'

let url: string
let client: Client
let witness: pg.Client
beforeAll(async () => {
  url = (await freshDatabase()).url
  witness = new pg.Client(url)
  await witness.connect()
  await witness.query('create table mark (n int primary key)')
  client = new Client(url)
  await client.connect()
})
afterAll(() => Promise.all([client.end(), witness.end()]))
beforeEach(() => witness.query('truncate mark'))

const begin = "begin; set local statement_timeout = '7s'"
const add = (n: unknown) => client.query('insert into mark values ($1) returning n', [n])
const marks = async (of: pg.Client) => (await of.query('select n from mark order by n')).rows.map(({ n }) => n)

it('begins with the first statement, and commits or rolls back all', async () => {
  await client.query(begin)
  expect((await add(1)).rows).toEqual([{ n: 1 }])
  expect((await client.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '7s' }])
  await add(2)
  expect(await marks(witness)).toEqual([])
  await client.query('rollback')
  expect(await marks(witness)).toEqual([])

  await client.query(begin)
  await add(3)
  await add(4)
  await client.query('commit')
  expect(await marks(witness)).toEqual([3, 4])
  expect((await client.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }])
})

it('does nothing if the begin fails', async () => {
  await client.query("begin; set local statement_timeout = 'nonsense'")
  await expect(add(1)).rejects.toMatchObject({ code: '22023' })
  await client.query('rollback')
  await client.query('begin; set local nonsense')
  await expect(add(2)).rejects.toMatchObject({ code: '42601' })
  await client.query('rollback')
  expect(await marks(witness)).toEqual([])
  expect((await add(3)).rows).toEqual([{ n: 3 }])
})

it('reports a failing first statement, and rolls the transaction back', async () => {
  for (const [statement, code] of [
    [() => add('x'), '22P02'],
    [() => client.query('insert into nowhere values ($1)', [1]), '42P01'],
    [() => client.query('insert nonsense $1', [1]), '42601'],
  ] as const) {
    await client.query(begin)
    await expect(statement()).rejects.toMatchObject({ code })
    await expect(add(1)).rejects.toMatchObject({ code: '25P02' })
    expect((await client.query('commit')).command).toBe('ROLLBACK')
  }
  expect(await marks(witness)).toEqual([])
})

it('handles a transaction without statements, and statements without parameters', async () => {
  await client.query(begin)
  expect((await client.query('commit')).command).toBe('COMMIT')
  await client.query(begin)
  expect((await client.query('rollback')).command).toBe('ROLLBACK')
  await client.query(begin)
  await client.query('insert into mark values (1); insert into mark values (2)')
  expect(await marks(witness)).toEqual([])
  await client.query('commit')
  await client.query(begin)
  await client.query({ text: 'insert into mark values ($1)', values: [3] })
  await client.query('rollback')
  expect(await marks(witness)).toEqual([1, 2])
  expect(client.getTransactionStatus()).toBe('I')
})

it('parses a prepared statement once, as the first of a transaction or not', async () => {
  const adding = prepare('insert into mark values ($1) returning n + 1 as next')
  expect(prepare('insert into mark values ($1) returning n + 1 as next')).toBe(adding)
  for (let n = 0; n < 6; n++) {
    if (n % 3 !== 1) await client.query(begin)
    expect((await client.query(adding, [n])).rows).toEqual([{ next: n + 1 }])
    if (n % 3 !== 1) await client.query('commit')
  }
  await client.query(begin)
  await expect(client.query(adding, [0])).rejects.toMatchObject({ code: '23505' })
  await client.query('rollback')
  expect(await marks(witness)).toEqual([0, 1, 2, 3, 4, 5])
  const { rows } = await client.query(
    'select statement, generic_plans + custom_plans as runs from pg_prepared_statements where statement ~ $1',
    ['mark'],
  )
  expect(rows).toEqual([{ statement: adding, runs: '7' }])
})

it('reports each time why a statement cannot be prepared, and prepares it once it can', async () => {
  const later = prepare('insert into later values ($1)')
  for (let turn = 0; turn < 2; turn++) {
    await client.query(begin)
    await expect(client.query(later, [1])).rejects.toMatchObject({ code: '42P01' })
    await client.query('rollback')
  }
  await witness.query('create table later (n int)')
  await client.query(begin)
  await client.query(later, [1])
  await client.query(later, [2])
  await client.query('commit')
  expect((await witness.query('select n from later order by n')).rows).toEqual([{ n: 1 }, { n: 2 }])
})

it('still runs a prepared statement after its columns change', async () => {
  await witness.query('create table growing (n int)')
  await witness.query('insert into growing values (1)')
  const all = prepare('select * from growing where n > $1')
  expect((await client.query(all, [0])).rows).toEqual([{ n: 1 }])
  await witness.query('alter table growing add column m int')
  expect((await client.query(all, [0])).rows).toEqual([{ n: 1, m: null }])
  await witness.query('alter table growing add column o int')
  await client.query(begin)
  await expect(client.query(all, [0])).rejects.toMatchObject({ code: '0A000' })
  await client.query('rollback')
  await client.query(begin)
  expect((await client.query(all, [0])).rows).toEqual([{ n: 1, m: null, o: null }])
  await client.query('commit')
})

it('prepares repeated statements', async () => {
  // A process names a limited number of statements; other files' tests have used some.
  vi.resetModules()
  const { prepareFrequent } = await import('./prepared.ts')
  const fresh = await import('./client.ts')
  const client = new fresh.Client(url)
  await client.connect()
  const text = 'select $1::int + 1 as n, name from pg_prepared_statements where statement like $2'
  const names = []
  for (let turn = 0; turn < 4; turn++) {
    prepareFrequent(text)
    names.push((await client.query(text, [turn, 'select $1::int + 1 as n%'])).rows.length)
  }
  expect(names).toEqual([0, 0, 1, 1])
  await client.end()
})

describe('a deferred statement', () => {
  const onRowCount = vi.fn<(rows: number) => void>()
  beforeEach(() => onRowCount.mockClear())
  const later = (text: string, values: unknown[]) => {
    defer(values, onRowCount)
    return client.query(text, values)
  }
  const addLater = (n: unknown) => later('insert into mark values ($1)', [n])

  it('runs in order, before the next statement or with the commit', async () => {
    await client.query(begin)
    await addLater(1)
    await later('update mark set n = n + $1', [10])
    expect(onRowCount).not.toHaveBeenCalled()
    expect((await client.query('select n from mark where n > $1', [0])).rows).toEqual([{ n: 11 }])
    await addLater(12)
    await addLater(13)
    expect((await client.query('update mark set n = n + 10')).rowCount).toBe(3)
    await later('delete from mark where n > $1', [21])
    expect(await marks(witness)).toEqual([])
    expect((await client.query('commit')).command).toBe('COMMIT')
    expect(onRowCount.mock.calls.flat()).toEqual([1, 1, 1, 1, 2])
    expect(await marks(witness)).toEqual([21])
    expect(client.getTransactionStatus()).toBe('I')
  })

  it('may be all of a transaction, and is never sent if that is rolled back', async () => {
    await client.query(begin)
    await addLater(1)
    await client.query('commit')
    await client.query(begin)
    await addLater(2)
    await client.query('rollback')
    await client.query(begin)
    await add(3)
    await addLater('no number')
    expect((await client.query('rollback')).command).toBe('ROLLBACK')
    expect(await marks(witness)).toEqual([1])
    expect(onRowCount.mock.calls.flat()).toEqual([1])
  })

  it('fails the commit with its own error code, and nothing is committed', async () => {
    await add(7)
    for (const [value, code] of [
      [7, '23505'],
      ['no number', '22P02'],
    ] as const)
      for (const turn of [1, 2]) {
        await client.query(begin)
        await add(turn)
        await addLater(value)
        await addLater(8)
        await expect(client.query('commit')).rejects.toMatchObject({ code })
        expect((await client.query('rollback')).command).toBe('ROLLBACK')
      }
    expect(onRowCount).not.toHaveBeenCalled()
    expect(await marks(witness)).toEqual([7])
    // As every write does it.
    const database = openDatabase(url, { max: 1 })
    const work = inTransaction(database, async (tx) => {
      await sql`insert into mark values (9)`.execute(tx)
      await runLater(tx, sql`insert into mark values (${7})`)
    })
    await expect(work).rejects.toMatchObject({ code: '23505' })
    await inTransaction(database, (tx) => runLater(tx, sql`insert into mark values (${10})`))
    await database.destroy()
    expect(await marks(witness)).toEqual([7, 10])
  })

  it('fails the statement it is sent with, which is then not run', async () => {
    await add(7)
    await client.query(begin)
    await addLater(7)
    await expect(add(8)).rejects.toMatchObject({ code: '23505' })
    await expect(add(9)).rejects.toMatchObject({ code: '25P02' })
    expect((await client.query('commit')).command).toBe('ROLLBACK')
    expect(await marks(witness)).toEqual([7])
  })

  it('is parsed once, even after the trip that parsed it failed', async () => {
    const text = prepare('insert into mark values ($1 + 100)')
    await add(101)
    for (const n of [1, 2, 3]) {
      await client.query(begin)
      await later(text, [n])
      const ended = client.query('commit')
      if (n === 1) await expect(ended).rejects.toMatchObject({ code: '23505' })
      else await ended
      if (n === 1) await client.query('rollback')
    }
    const { rows } = await client.query(
      'select generic_plans + custom_plans as runs from pg_prepared_statements where statement = $1',
      [text],
    )
    expect(rows).toEqual([{ runs: '2' }])
    expect(await marks(witness)).toEqual([101, 102, 103])
  })

  it('runs at once outside a transaction', async () => {
    await addLater(1)
    expect(onRowCount.mock.calls.flat()).toEqual([1])
    expect(await marks(witness)).toEqual([1])
  })
})

it('reports an unreadable answer, and an unwritable parameter', async () => {
  const types = {
    getTypeParser: () => () => {
      throw new Error('unreadable')
    },
  }
  const strict = new Client({ connectionString: url, types: types as unknown as pg.CustomTypesConfig })
  await strict.connect()
  await expect(strict.query('select $1::int as n', [1])).rejects.toThrow('unreadable')
  expect((await strict.query('select $1::int as n where false', [1])).rows).toEqual([])
  await strict.query(begin)
  const circular: Record<string, unknown> = {}
  circular['self'] = circular
  await expect(strict.query('insert into mark values ($1)', [circular])).rejects.toThrow('circular')
  await strict.query('insert into mark values ($1)', [5])
  await strict.query('rollback')
  await strict.end()
  expect(await marks(witness)).toEqual([])
})

it('notices a connection that broke during the first statement', async () => {
  const broken = new Client(url)
  await broken.connect()
  broken.on('error', () => {})
  const { rows } = await broken.query('select pg_backend_pid() as pid')
  await broken.query(begin)
  const waiting = broken.query('select pg_sleep($1)', [30])
  const ended = expect(waiting).rejects.toMatchObject({ code: '57P01' })
  await expect
    .poll(async () => (await witness.query('select state from pg_stat_activity where pid = $1', [rows[0].pid])).rows)
    .toEqual([{ state: 'active' }])
  await witness.query('select pg_terminate_backend($1)', [rows[0].pid])
  await ended
})

it('knows of what others write from what the pulse sees', () => {
  const database = openDatabase(url, { max: 1 })
  const see = watchWrites(database)
  const counts = () => [writesSoFar(database), transactionsSoFar(database)]
  expect(counts()).toEqual([0, undefined])
  see({ snapshot: '10:10:', rows: '5' })
  expect(counts()).toEqual([1, 1])
  see({ snapshot: '10:10:', rows: '5' })
  expect(counts()).toEqual([1, 1])
  // Another database's transaction, or one that changed nothing.
  see({ snapshot: '11:11:', rows: '5' })
  expect(counts()).toEqual([1, 2])
  see({ snapshot: '11:11:', rows: '6' })
  expect(counts()).toEqual([2, 2])
  // A look was missed: anything may have happened.
  see(undefined)
  expect(counts()).toEqual([3, undefined])
  // Still: who waits for a write is not woken by each.
  see(undefined)
  expect(counts()).toEqual([3, undefined])
  see({ snapshot: '11:11:', rows: '6' })
  // No number that was answered before.
  expect(counts()).toEqual([4, 4])
})

it('counts the transactions that changed rows', async () => {
  const database = openDatabase(url, { max: 2 })
  const mark = (n: number) => sql`insert into public.mark values (${n})`
  const counted = async (work: () => Promise<unknown>) => {
    const before = writesSoFar(database)
    await work().catch(() => {})
    return writesSoFar(database) - before
  }
  expect(await counted(() => mark(1).execute(database))).toBe(1)
  expect(
    await counted(() =>
      inTransaction(database, async (tx) => {
        await mark(2).execute(tx)
        await mark(3).execute(tx)
      }),
    ),
  ).toBe(1)
  expect(await counted(() => inTransaction(database, (tx) => runLater(tx, mark(4))))).toBe(1)
  const rolledBack = async (tx: Parameters<Parameters<typeof inTransaction>[1]>[0]) => {
    await mark(5).execute(tx)
    throw new Error('rolled back')
  }
  expect(await counted(() => inTransaction(database, rolledBack))).toBe(1)
  for (const reading of [
    sql`select n from public.mark for update`,
    sql`with m as (select n from public.mark for update of mark) select n from m`,
    sql`update public.mark set n = 9 where n = 8`,
    sql`delete from public.mark where n = 8 returning n`,
  ]) {
    expect(await counted(() => inTransaction(database, (tx) => reading.execute(tx)))).toBe(0)
    expect(await counted(() => reading.execute(database))).toBe(0)
  }
  await database.destroy()
})
