// Agents for tests: an adult user, an approved agent with an account, stock from a credited purchase, a verified session.
import { agentAskBack, agentSell } from '@greenroom/contract/agentPortal'
import { sql } from 'kysely'
import { everyMenu, type Made, person } from '../../../test/people.ts'
import type { TestProduct } from '../../../test/product.ts'
import { hashPassword } from '../../access/index.ts'
import { wallNow } from '../../kit/clock.ts'
import { inTransaction } from '../../kit/database/database.ts'
import { newId } from '../../kit/random.ts'
import { post } from '../../ledger/index.ts'
import { aProof } from '../guilds/payouts/guildPayouts.fixture.ts'
import { accountInForce, weekApproved } from '../guilds/payouts/guildPayouts.payable.fixture.ts'
import { appUser } from '../users/people.fixture.ts'
import { crediting } from './trades/trades.ledger.ts'

let phones = 13_300_000_000

/** A user registered in the app; `adult`: certified and born in 1990, with a phone. */
export async function aUser(product: TestProduct, { adult = true }: { adult?: boolean } = {}): Promise<number> {
  const id = await appUser(product, { phone: String(++phones) })
  await sql`
    update users.app_user
       set registered_at = ${new Date(product.clock.now().getTime() - 40 * 86_400_000)}, country = 'BR',
           certified = ${adult}, birthday = ${adult ? '1990-05-05' : null}::date
     where id = ${id}`.execute(product.database)
  return id
}

export type TestAgent = { agentId: number; userId: number; account: Made }

/** An approved agent whose session may sell. */
export async function anAgent(
  product: TestProduct,
  of: { stock?: number; usdMicros?: number; userId?: number } = {},
): Promise<TestAgent> {
  const { database, clock } = product
  const userId = of.userId ?? (await aUser(product))
  await sql`
    insert into topup_agents.application (user_id, contact, note, state, applied_at, decided_at, decided_by)
    values (${userId}, 'test', '', 'approved', ${clock.now()}, ${clock.now()}, 'test')`.execute(database)
  const { rows } = await sql<{ id: number }>`
    insert into topup_agents.agent (user_id, approved_at) values (${userId}, ${clock.now()}) returning id`.execute(
    database,
  )
  const agentId = rows[0]!.id
  const account = await person(product, { permissions: everyMenu(3), agentId })
  await proved(product, account)
  if (of.stock) await stocked(product, agentId, of.stock, of.usdMicros ?? of.stock * 9_000)
  return { agentId, userId, account }
}

/** An agent who leads a guild with an approved, unpaid week. */
export async function leadingAgent(
  product: TestProduct,
  cents: number,
  of: { userId?: number } = {},
): Promise<{ agent: TestAgent; guildId: number; settlementId: number }> {
  const { database, clock } = product
  const agent = await anAgent(product, of)
  const at = clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into guilds.guild (name, leader_user_id, leader_name, leader_email, area_code, phone, state, registered_at)
    values (${`Led by ${agent.userId}`}, ${agent.userId}, 'Lin', 'lin@mail.example', '86',
            ${`132${String(agent.userId).padStart(8, '0')}`}, 'normal', ${at}) returning id`.execute(database)
  const guildId = rows[0]!.id
  await accountInForce(database, { guildId, at, seals: product.seals })
  const settlementId = await weekApproved(database, { guildId, cents, weeksAgo: 1, at })
  await sql`
    insert into guilds.settlement_version (settlement_id, sum_version, at, by, why, payable_cents, carried_out_cents, steps)
    values (${settlementId}, 1, ${at}, 'test', 'drafted', ${cents}, 0, '[]')`.execute(database)
  return { agent, guildId, settlementId }
}

/** Marks the session as verified by a fresh code. */
export const proved = ({ database, clock }: TestProduct, account: Made) =>
  sql`
    insert into topup_agents.step_up (session_id, at, large)
    select id, ${clock.now()}, true from access.session where staff_id = ${account.staffId}
    on conflict (session_id) do update set at = excluded.at, large = true`.execute(database)

/** A credited purchase by bank transfer. @returns its id */
export async function stocked(
  { database, clock }: TestProduct,
  agentId: number,
  tokens: number,
  usdMicros: number,
): Promise<string> {
  const at = clock.now()
  const id = newId(at)
  await sql`
    insert into topup_agents.purchase (id, agent_id, kind, state, usd_micros, tokens, month, reference, asked_at, asked_by,
                                       decided_at)
    values (${id}, ${agentId}, 'bank', 'credited', ${usdMicros}, ${tokens}, date_trunc('month', ${at}::timestamptz)::date,
            ${`stock ${id}`}, ${at}, 'test', ${at})`.execute(database)
  await inTransaction(database, async (tx) => {
    const cause = { id: newId(at), agentId, reference: `purchase ${id}`, at }
    const bought = { usdMicros: BigInt(usdMicros), tokens: BigInt(tokens), from: { kind: 'bank' as const } }
    const [outcome] = await post(tx, 'test', at, [crediting(cause, bought)])
    if (outcome?.status !== 'accepted') throw new Error('no stock')
  })
  return id
}

/** An application under review. @returns the user's id */
export async function anApplication(product: TestProduct): Promise<number> {
  const userId = await aUser(product)
  await sql`
    insert into topup_agents.application (user_id, contact, note, applied_at)
    values (${userId}, 'test', '', ${product.clock.now()})`.execute(product.database)
  return userId
}

/** A bank transfer that waits for Finance. */
export async function aPurchase({ database, clock }: TestProduct, agentId: number, usdMicros = 10_000_000) {
  const at = clock.now()
  const id = newId(at)
  await sql`
    insert into topup_agents.purchase (id, agent_id, kind, state, usd_micros, reference, asked_at, asked_by)
    values (${id}, ${agentId}, 'bank', 'in review', ${usdMicros}, ${`FT ${id}`}, ${at}, 'test')`.execute(database)
  return id
}

/** A sale of 2,000 tokens. */
export const aSale = async (product: TestProduct, { account }: TestAgent): Promise<string> =>
  (await account.client.call(agentSell, { userId: await aUser(product), tokens: 2_000, key: crypto.randomUUID() }))
    .saleId

/** A sale with a requested return. */
export async function aSaleToReturn(product: TestProduct, agent: TestAgent): Promise<string> {
  const saleId = await aSale(product, agent)
  await agent.account.client.call(agentAskBack, { saleId, reason: 'the wrong person' })
  return saleId
}

/** An uploaded picture of a transfer. */
export async function aPurchaseProof(product: TestProduct): Promise<string> {
  const id = await aProof(product)
  await sql`update files.file set purpose = 'purchaseProof' where id = ${id}`.execute(product.database)
  return id
}

/** The SMS code sent to the agent's account. */
export async function aCodeFor({ database }: TestProduct, { account }: TestAgent): Promise<string> {
  const code = '246810'
  const phone = String(++phones)
  const at = wallNow()
  await sql`
    update access.staff set area_code = '86', phone = ${phone} where id = ${account.staffId}`.execute(database)
  await sql`
    insert into access.sms_code (id, purpose, number, ip, network, code_hash, at, expires_at)
    values (${newId(at)}, 'withdraw', ${`+86${phone}`}, '127.0.0.1', '127.0.0.1', ${await hashPassword(code)}, ${at},
            ${new Date(at.getTime() + 300_000)})`.execute(database)
  return code
}
