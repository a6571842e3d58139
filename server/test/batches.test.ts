// Many at once is the same as one by one: for every batch call, on rows that share their user where they can.
import { type DeclaredCall, declaredCalls } from '@greenroom/contract/allCalls'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { prepare } from '../src/kit/database/prepared.ts'
import { aDraft, aGuildOf, earn, putInState } from '../src/rooms/guilds/settlement/settlement.fixture.ts'
import { ofOneUser } from '../src/rooms/users/people.fixture.ts'
import { chainSettings } from './chain.ts'
import { adminSessions } from './people.ts'
import { type Client, startProduct, type TestProduct } from './product.ts'
import type { World } from './world/base.ts'
import { writes } from './writes.ts'

/** Tables with rows of a call rather than of what it is about. */
const ofTheCall = new Set([
  'access.alone',
  'access.approval',
  'access.operation',
  'bridge.command',
  'bridge.config_version',
  'bridge.delivery',
  'chain.instruction_batch',
  'indicators.touched',
  'guilds.payout_order',
  'guilds.refold',
  // Of a week, for all guilds.
  'guilds.settlement_sum',
  'ledger.account',
  'live.broadcaster',
  'log.entry',
  'log.personal',
  'users.grant_operation',
])

type Sums = Readonly<Record<string, string>>

let product: TestProduct
let summed: RawBuilder<Sums>
let sessions: readonly [string, string] | undefined

beforeAll(async () => {
  product = await startProduct(chainSettings)
  const { rows } = await sql<{ name: string; numbers: string[] | null }>`
    select c.oid::regclass::text as name,
           (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
               and a.atttypid in ('int'::regtype, 'bigint'::regtype, 'smallint'::regtype)
               and a.attname !~ '(^|_)(id|ids|by|seq|sort|version|place|line|block|batch|number|at)$') as numbers
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition
       and n.nspname not in ('pg_catalog', 'information_schema', 'jobs', 'public', 'kit')
     order by 1`.execute(product.database)
  const parts = rows
    .filter(({ name }) => !ofTheCall.has(name))
    .map(({ name, numbers }) => {
      const sums = (numbers ?? []).map((column) => `coalesce(sum(abs("${column}"::numeric)), 0)`)
      return `(select concat_ws(' ', count(*), ${[...sums, "''"].join(', ')}) from ${name}) as "${name}"`
    })
  // Planned once for a connection, not for each of some hundred comparisons.
  summed = sql.raw(prepare(`select ${parts.join(', ')}`))
})
afterAll(() => product.close())

const now = async (): Promise<Sums> => (await summed.execute(product.owner)).rows[0]!

/** What changed, by table: how many rows, and the sums of their numbers. */
const difference = (before: Sums, after: Sums): Record<string, number[]> =>
  Object.fromEntries(
    Object.entries(after).flatMap(([table, text]) => {
      const [from, to] = [before[table]!, text].map((one) => one.trim().split(' ').map(Number))
      const by = to!.map((value, at) => value - (from![at] ?? 0))
      return by.some((value) => value !== 0) ? [[table, by]] : []
    }),
  )

type Outcome = { ok: boolean; errorCode?: number; reason?: string }
const outcome = ({ ok, errorCode, reason }: Outcome) => [ok, errorCode, reason]

/** The field with the ids of a batch's payload. */
const idsOf = (payload: object): string | undefined =>
  Object.entries(payload).find(([name, value]) => /ids$|^codes$/i.test(name) && Array.isArray(value))?.[0]

const isBatch = ({ call, schema }: DeclaredCall) =>
  call.operation !== undefined &&
  JSON.stringify(z.toJSONSchema(schema.answer, { unrepresentable: 'any' })).includes('"outcomes"') &&
  Object.keys(z.toJSONSchema(schema.payload, { io: 'input', unrepresentable: 'any' }).properties ?? {}).some((name) =>
    /ids$|^codes$/i.test(name),
  )
const batches = declaredCalls.filter((declared) => isBatch(declared))

const many = 3

type Payloads = Record<string, unknown>[]

/** Confirmed weeks of one guild, of which each takes more from the same anchor than the anchor has earned. */
async function weeksInDebt({ product }: World): Promise<Payloads> {
  const { database } = product
  const weeks = ['2026-11-02', '2026-11-09', '2026-11-16']
  const anchors = [{ bonus: 100, validDays: 1 }]
  const method = 'anchor withdrawal'
  const guild = await aGuildOf(database, { anchors, method, week: weeks[0]!, ledger: true })
  const userId = guild.anchors[0]!
  const made: Payloads = []
  for (const week of weeks) {
    if (week !== weeks[0]) await earn(database, { guildId: guild.id, userId, bonus: 100, validDays: 1, week }, true)
    await sql`
      insert into guilds.deduction (guild_id, user_id, kind, usd_cents, reason, week, created_by, created_at)
      values (${guild.id}, ${userId}, 'penalty', 5000, 'a test', ${week}, 'admin', now())`.execute(database)
    const { settlementId } = await aDraft(product, { guild, week })
    await putInState(database, settlementId, 'confirmed')
    made.push({ ids: [settlementId] })
  }
  return made
}

/** As above, but the week between them is disputed, so the last one waits for it. */
async function weekBetweenDisputed(world: World): Promise<Payloads> {
  const made = await weeksInDebt(world)
  await putInState(world.product.database, (made[1]!['ids'] as number[])[0]!, 'disputed')
  return made
}

/** Rows that share more than their user, by what is special about them. */
const rows: Record<string, Record<string, (world: World) => Promise<Payloads>>> = {
  settlementApprove: { 'in debt': weeksInDebt, 'one between is disputed': weekBetweenDisputed },
}

/** Payloads about different rows, of one user if that is possible. */
async function payloads(name: string, world: World): Promise<Payloads> {
  const make = async () => {
    const made: Payloads = []
    for (let at = 0; at < many; at++) made.push({ ...(await writes[name]!.payload(world)) })
    const ids = made.map((payload) => String(payload[idsOf(payload)!]))
    return new Set(ids).size === many ? made : null
  }
  const shared = await ofOneUser(make).catch(() => null)
  return shared ?? (await make()) ?? []
}

/** Batches that this test can't compare, and why. */
const single: Record<string, string> = {
  approvalCancel: 'the request of its fixture waits alone: the next one cancels it',
  approvalDecide: 'as above',
  countryEnable: 'its fixture always has the same country',
  guildAccountStatus: 'its fixture makes a leader for each row, and a leader reaches their own guild only',
  weekPay: 'three of its weeks are above what one may pay alone, which counts all of a call at once',
}

/** Batches that are refused as a whole if one row is done already, and why. */
const whole: Record<string, string> = { auditOverturn: 'items of several states, which the product forbids' }

/** Tables in which chance adds a row. */
const byChance: Record<string, string[]> = {
  // A share of decisions gets a second review.
  auditDecide: ['audits.review'],
  auditUndo: ['audits.review'],
  // Whom a request is about is counted once a request, and these are other people, or fewer requests.
  chargebackSettle: ['access.approval_party'],
  // A request is told to those who may decide it, once.
  sanctionsHitDecide: ['access.approval_party', 'notify.moment'],
  differenceMatch: ['notify.moment'],
}

const nothing: string[] = []

const compared = batches.filter(({ call }) => !(call.name in single))

const cases = compared.flatMap(({ call }) => [
  ...Object.entries(rows[call.name] ?? { '': (world: World) => payloads(call.name, world) }).map(([of, make]) => ({
    name: call.name,
    call,
    of,
    make,
    isOneDone: false,
  })),
  // The one between was acted on before, so that it is refused, or left as it is.
  ...(call.name in whole
    ? []
    : [
        {
          name: call.name,
          call,
          of: 'one between is done',
          make: (world: World) => payloads(call.name, world),
          isOneDone: true,
        },
      ]),
])

describe.each(cases)('$name $of', ({ name, call, of, make, isOneDone }) => {
  test('does many at once as it does them one by one', async () => {
    sessions = await adminSessions(product, sessions)
    const world: World = { product, admin: product.as(sessions[0]) }
    const [one, other] = [await make(world), await make(world)]
    expect(one.length, 'several rows').toBe(many)
    const field = idsOf(one[0]!)!
    const client = async (): Promise<Client> => (await writes[name]!.by?.(world)) ?? world.admin
    const send = async (by: Client, ids: unknown[]): Promise<Outcome[]> => {
      const answer: unknown = await by.send(call, { ...one[0], [field]: ids } as never)
      const { code, errorCode, reason, result } = answer as Outcome & { code: number; result?: { outcomes: Outcome[] } }
      // A call of which nothing can be done may be refused as a whole.
      if (code === 200) return result!.outcomes
      expect(isOneDone && errorCode !== undefined && errorCode !== 10001, JSON.stringify(answer)).toBe(true)
      return ids.map(() => ({ ok: false, errorCode: errorCode!, ...(reason !== undefined && { reason }) }))
    }
    const [together, apart] = [await client(), await client()]
    if (isOneDone) for (const made of [one, other]) await send(await client(), made[1]![field] as unknown[])
    const start = await now()
    const atOnce = await send(
      together,
      one.flatMap((payload) => payload[field] as unknown[]),
    )
    const between = await now()
    const oneByOne: Outcome[] = []
    for (const payload of other) oneByOne.push(...(await send(apart, payload[field] as unknown[])))
    const end = await now()
    expect(atOnce.map(outcome)).toEqual(oneByOne.map(outcome))
    const without = (from: Sums, to: Sums) =>
      Object.entries(difference(from, to)).filter(([table]) => !byChance[name]?.includes(table))
    expect(without(start, between)).toEqual(without(between, end))
    if (!atOnce.some(({ ok }) => ok)) nothing.push(`${name} ${of}`)
  })
})

test('most batches did something', () => {
  expect(batches.length).toBeGreaterThan(40)
  expect(nothing).toEqual([])
  const names = batches.map(({ call }) => call.name)
  expect(Object.keys({ ...single, ...whole }).filter((name) => !names.includes(name))).toEqual([])
})
