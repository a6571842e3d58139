// A promoter's months: counted from the days of their channel, frozen by one, approved by another, corrected by later months.
import { channelSave, promoterSave } from '@greenroom/contract/channels'
import * as calls from '@greenroom/contract/promoterSettle'
import { sql } from 'kysely'
import { foldAll } from '../../src/rooms/promotion/promotion.fixture.ts'
import type { Client, TestProduct } from '../product.ts'
import { type Act, refusalOf } from './act.ts'
import { same } from './invariants.ts'
import type { Order } from './model.ts'
import { someone } from './people.ts'
import { dueByMonth, shareBp } from './promoterModel.ts'
import { type Account, Found, type World } from './world.ts'

/** A promoter with a share of what this user pays. @returns their id */
export async function openPromoter({ database }: TestProduct, admin: Client, userId: number): Promise<number> {
  const { id } = await admin.call(promoterSave, { name: 'Promoter' })
  const terms = { model: 'CPS' as const, shareBp: Number(shareBp), coefficient: '1.00' }
  await admin.call(channelSave, { number: 'promoted', name: 'Promoted', type: 'social', promoterId: id, ...terms })
  await sql`update promotion.term set from_day = '2027-01-01'`.execute(database)
  await sql`update users.app_user set channel = 'promoted' where id = ${userId}`.execute(database)
  return id
}

const dayOf = (world: World) => world.now().toISOString().slice(0, 10)

/** The person of the channel paid. */
export function promotedPaid(world: World, { id: order, user, cents }: Order): void {
  const { promoted } = world.model
  if (user === promoted.user) promoted.paid.push({ order, day: dayOf(world), cents })
}

/** What the person of the channel paid was given back. */
export function promotedReturned(world: World, { id: order, user, cents }: Order): void {
  const { promoted } = world.model
  if (user === promoted.user) promoted.returned.push({ order, day: dayOf(world), cents, won: false })
}

/** The chargeback that stands was won. */
export function promotedWon(world: World, { id, user }: Order): void {
  const { promoted } = world.model
  const last = promoted.returned.findLast(({ order }) => order === id)
  if (user === promoted.user && last) last.won = true
}

type Line = {
  id: number
  month: string
  isOver: boolean
  state: string
  frozenBy: string
  now: bigint
  settled: bigint
  payable: bigint
  out: bigint
}

/** The promoter's lines, oldest first, once the days are counted. */
async function linesOf({ product, promoterId, now }: World): Promise<Line[]> {
  await foldAll(product)
  const { rows } = await sql<Line>`
    select id, to_char(period, 'YYYY-MM') as month, ends_at <= ${now()} as "isOver", state, frozen_by as "frozenBy",
           now_cents as now, own_cents + correction_cents as settled, payable_cents as payable, carried_out_cents as out
      from promotion.settlement where promoter_id = ${promoterId} order by period`.execute(product.database)
  return rows
}

/** Only an open month that is over, after all earlier ones. */
export async function freeze(world: World, by: Account, line: Line): Promise<void> {
  const earlier = (await linesOf(world)).filter(({ month, state }) => month < line.month && state === 'open')
  const answer = await world.ask(by, calls.promoterSettleFreeze, { ids: [line.id] })
  const should = maySettle(by) && line.state === 'open' && line.isOver && earlier.length === 0
  if (should !== (refusalOf(answer) === null)) throw new Found(`freezing ${line.month} by ${by.name}, ${line.state}`)
  world.count(should ? 'month of a promoter frozen' : 'month of a promoter not frozen')
}

async function reopen(world: World, by: Account, line: Line): Promise<void> {
  const answer = await world.ask(by, calls.promoterSettleReopen, { ids: [line.id], reason: 'not yet' })
  if (refusalOf(answer) !== null) return
  if (!maySettle(by) || line.state !== 'frozen') throw new Found(`${by.name} reopened ${line.month}, ${line.state}`)
  world.count('month of a promoter reopened')
}

/** Never by who froze it. */
export async function approve(world: World, by: Account, line: Line): Promise<void> {
  const answer = await world.ask(by, calls.promoterSettleApprove, { ids: [line.id] })
  const should = maySettle(by) && line.state === 'frozen' && line.frozenBy !== by.name
  if (should !== (refusalOf(answer) === null)) throw new Found(`approving ${line.month} by ${by.name}, ${line.state}`)
  if (!should) return world.count('month of a promoter not approved')
  world.model.promoted.approved.set(line.id, line.payable)
  world.count('month of a promoter approved')
}

const maySettle = (by: Account) => by.role.startsWith('Finance') || by.role === 'Administrator'
const settlers = ({ makers, checkers, administrators }: World) => [...makers, ...checkers, ...administrators]

/** Each line has its days' sum, an approved one what was approved, and the ledger owes just that. */
export async function promoterOwed(world: World): Promise<void> {
  const { promoted } = world.model
  const lines = await linesOf(world)
  const due = dueByMonth(promoted)
  const counted = lines.flatMap(({ month, now }) => (now === 0n ? [] : [[month, now]]))
  const expected = [...due].filter(([, cents]) => cents !== 0n).toSorted(([a], [b]) => (a < b ? -1 : 1))
  same('months of the promoter', counted, expected)
  const approved = lines.filter(({ state }) => state === 'approved').map(({ id, payable }) => [id, payable])
  same(
    'approved months of the promoter',
    approved,
    [...promoted.approved].toSorted(([a], [b]) => a - b),
  )
  const { rows } = await sql<{ posted: bigint }>`
    select posted from ledger.account where owner = ${`promoter:${world.promoterId}`} and purpose = 'payable'`.execute(
    world.product.database,
  )
  const owed = [...promoted.approved.values()].reduce((all, cents) => all + cents, 0n)
  same('owed to the promoter', rows[0]?.posted ?? 0n, owed * 10_000n)
}

/** Once the last month is over and all are approved, lines and corrections are what the days are due, and what is below zero is carried. */
export async function promoterSettles(world: World): Promise<void> {
  const { model, makers, checkers } = world
  // Days that are not counted yet would open a line in the month to come.
  await linesOf(world)
  const next = new Date(`${world.month()}-01T01:00:00Z`)
  next.setUTCMonth(next.getUTCMonth() + 1)
  await world.pass(next.getTime() - world.now().getTime())
  for (const line of await linesOf(world)) {
    if (line.state === 'open' && line.isOver) await freeze(world, makers[0]!, line)
    const frozen = (await linesOf(world)).find(({ id }) => id === line.id)!
    const by = frozen.frozenBy === checkers[0]!.name ? makers[0]! : checkers[0]!
    if (frozen.state === 'frozen') await approve(world, by, frozen)
  }
  const lines = await linesOf(world)
  const due = [...dueByMonth(model.promoted).values()].reduce((all, cents) => all + cents, 0n)
  same(
    'settled and corrected for the promoter',
    lines.reduce((all, { settled }) => all + settled, 0n),
    due,
  )
  const owed = [...model.promoted.approved.values()].reduce((all, cents) => all + cents, 0n)
  same('paid and carried for the promoter', owed + (lines.at(-1)?.out ?? 0n), due)
  await promoterOwed(world)
}

const settle: Act = {
  name: 'settle a promoter’s month',
  weight: 5,
  async run(world, random) {
    const line = random.some(await linesOf(world))
    if (!line) return false
    const by = someone(world, random, settlers(world))
    const act = random.one(
      line.state === 'open' ? [freeze, freeze, approve, reopen] : [approve, approve, reopen, freeze],
    )
    await act(world, by, line)
    return true
  },
}

export const promoterActs: Act[] = [settle]
