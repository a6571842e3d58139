// The actions of staff, agents and the chain that move money, for a server that will be killed (`moneyPoster.ts`): withdrawals to their
// payment by file or chain, agents' purchases, sales, returns and deductions, deposits. Each path repeats forever.
import * as portal from '@greenroom/contract/agentPortal'
import * as trades from '@greenroom/contract/agentTrades'
import type { Envelope } from '@greenroom/contract/call'
import * as usdt from '@greenroom/contract/chain'
import * as batches from '@greenroom/contract/payoutBatches'
import { approvalDecide } from '@greenroom/contract/system'
import * as withdrawals from '@greenroom/contract/withdrawals'
import { sql } from 'kysely'
import { Refusal } from '../src/kit/calls/refusal.ts'
import { inTransaction } from '../src/kit/database/database.ts'
import { addressFor, type Owner } from '../src/rooms/chain/address/chainAddress.service.ts'
import type { Anvil } from '../src/rooms/chain/anvil.fixture.ts'
import { watchChain } from '../src/rooms/chain/chain.rounds.ts'
import { aPurchaseProof, leadingAgent } from '../src/rooms/topup-agents/agents.fixture.ts'
import { chain } from './moneyChain.ts'
import { person } from './people.ts'
import type { Client, TestProduct } from './product.ts'

type Load = {
  product: TestProduct
  anvil: Anvil
  /** This server's own users. */
  people: readonly number[]
  /** A user who becomes an agent. */
  agentUser: number
  /** A pseudorandom number below `below`. */
  some: (below: number) => number
  done: (what: string, ...ids: readonly (string | number)[]) => void
  /** What a path meets while its database fails over; without it, every fault is a bug of the load. */
  onTrouble?: ((error: unknown) => Promise<void>) | undefined
  /** Whether this server follows the chain: one does. */
  watches: boolean
}

/** Lets the other paths continue. */
const others = () => new Promise((resolve) => setTimeout(resolve, 20))

export async function moneyPaths(load: Load): Promise<(() => Promise<never>)[]> {
  const { product, agentUser } = load
  const made = async (permissions: object): Promise<Client> => (await person(product, { permissions })).client
  const passer = await made({ 'finance.withdraw': 3, 'finance.agents': 3, 'finance.agentTrades': 3 })
  const maker = await made({ 'finance.payout': 3, 'finance.usdtOut': 3 })
  const checker = await made({ 'finance.withdraw': 1, 'finance.agentTrades': 1, 'system.approval': 3 })
  /** Only approves batches, since an account that passed one of a batch's lines may not approve it. */
  const approver = await made({ 'finance.payout': 1, 'system.approval': 3 })
  const { agent } = await leadingAgent(product, 200_000, { userId: agentUser })
  const staff = { passer, maker, checker, approver }
  const seller = { client: agent.account.client, agentId: agent.agentId }
  const paths = [
    () => decide(load, staff),
    () => pay(load, staff),
    () => trade(load, staff, seller),
    () => deposit(load, seller.agentId),
    ...(load.watches ? [() => watchChain(product.watching, chain)] : []),
  ]
  return paths.map((path) => () => forever(() => path().then(others), load.onTrouble))
}

/** Repeats a path; one that fails starts again. */
export async function forever(path: () => Promise<unknown>, onTrouble: Load['onTrouble']): Promise<never> {
  for (;;) {
    const failure = await path().then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    if (failure) {
      if (!onTrouble) throw failure.error
      await onTrouble(failure.error)
    }
  }
}

type Staff = Record<'passer' | 'maker' | 'checker' | 'approver', Client>

const approve = (by: Client, approvalId: string) =>
  by.call(approvalDecide, { ids: [approvalId], decision: 'approve', reason: '' })

/** Withdrawals in review are passed, or refused. */
async function decide({ product, people, some, done }: Load, { passer, checker }: Staff): Promise<void> {
  const { database } = product
  // Their accounts are not new.
  await sql`
    update finance.payee_account set first_used_at = first_used_at - interval '9 days'
     where first_used_at > now() - interval '2 days' and user_id = any(${people}::bigint[])`.execute(database)
  const { rows } = await sql<{ id: string }>`
    select id from finance.withdrawal where state = 'in review' and user_id = any(${people}::bigint[])
     order by requested_at limit 4`.execute(database)
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  if (some(5) === 0) {
    const { outcomes } = await passer.call(withdrawals.withdrawalRefuse, { ids, reason: 'no' })
    return done('decided', ...outcomes.flatMap(({ id, ok }) => (ok ? String(id) : [])))
  }
  const { outcomes, approvalId } = await passer.call(withdrawals.withdrawalPass, { ids })
  if (approvalId) await approve(checker, approvalId)
  else done('decided', ...outcomes.flatMap(({ id, ok }) => (ok ? String(id) : [])))
}

/** Passed withdrawals are paid in a batch: as a file with its results, or as instructions that the chain proves. */
async function pay(load: Load, { passer, maker, approver }: Staff): Promise<void> {
  const { product, some, done } = load
  const kind = some(2) ? 'e-wallet' : 'usdt.erc20'
  const { payables } = await maker.call(batches.payableList, { source: 'withdrawal', kind })
  const ready = payables.filter(({ usdCents }) => usdCents > 0)
  if (ready.length === 0) return
  const lines = ready.slice(0, 8).map(({ source, id }) => ({ source, id }))
  const { batchId, approvalId } = await maker.call(batches.payoutBatchSave, { lines })
  if (batchId === undefined || approvalId === undefined) return
  await approve(approver, approvalId)
  if (kind === 'usdt.erc20') return payOnChain(load, maker, batchId)
  await maker.call(batches.payoutBatchSend, { batchId, format: 'csv' })
  const { payouts } = await maker.call(batches.payoutBatchInfo, { batchId })
  const results = payouts.map(({ payoutId }) =>
    some(4) === 0
      ? { payoutId, outcome: 'failed' as const, reference: '', reason: 'closed' }
      : { payoutId, outcome: 'paid' as const, reference: `B-${payoutId}`, reason: '' },
  )
  // Sent twice concurrently: only one counts.
  await Promise.all([1, 2].map(() => maker.call(batches.payoutBatchResult, { batchId, results })))
  done('payout', ...payouts.map(({ payoutId }) => payoutId))
  const { rows } = await sql<{ id: string }>`
    select id from finance.withdrawal where id = any(${payouts.map(({ id }) => id)}::text[]) and state = 'failure'`.execute(
    product.database,
  )
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await passer.call(withdrawals.withdrawalRelease, { ids, reason: 'closed' })
  done('released', ...ids)
}

/** The owner's wallet: takes the instructions, pays each, and enters the transactions. */
async function payOnChain({ product, anvil, done }: Load, maker: Client, batchId: number): Promise<void> {
  const { rows } = await sql<{ id: number; address: string; micros: bigint }>`
    select id, address, usdt_micros as micros from chain.instruction where payout_batch = ${batchId}`.execute(
    product.database,
  )
  if (rows.length === 0) return
  const { batches } = await maker.call(usdt.usdtOutExport, { ids: rows.map(({ id }) => id) })
  const ids = new Set(batches.flatMap(({ lines }) => lines.map(({ id }) => id)))
  for (const { id, address, micros } of rows) {
    if (!ids.has(id)) continue
    const transaction = await anvil.pay(address, Number(micros) / 1_000_000, anvil.accounts[1])
    // The wallet keeps it even if the server is killed.
    done('instruction', id)
    await maker.call(usdt.usdtOutHashes, { lines: [{ id, transaction }] })
  }
}

type Seller = { client: Client; agentId: number }

/** An agent buys, deducts from the week, sells; some of it is taken back. */
async function trade({ product, people, some, done }: Load, { passer, checker }: Staff, { client }: Seller) {
  const choice = some(8)
  if (choice === 0) {
    const proofFileId = await aPurchaseProof(product)
    const usdCents = 5_000 + some(20_000)
    const reference = `FT ${proofFileId}`
    const { purchaseId } = await client.call(portal.agentPurchaseSave, { usdCents, reference, proofFileId })
    const { approvalId } = await passer.call(trades.agentPurchaseDecide, { ids: [purchaseId], decision: 'credit' })
    if (approvalId) await approve(checker, approvalId)
    done('purchase', purchaseId)
    if (some(3)) return
    const { approvalId: reversal } = await passer.call(trades.agentPurchaseReverse, { purchaseId, reason: 'bounced' })
    if (reversal) await approve(checker, reversal)
    return
  }
  if (choice === 1) {
    // The week may be used up.
    const answer = await client.send(portal.agentSalaryDeduct, { usdCents: 1_000, key: crypto.randomUUID() })
    const deducted = unless(answer, 11005, 1000002)
    if (deducted) done('purchase', deducted.purchaseId)
    return
  }
  const sale = { userId: people[some(people.length)]!, tokens: 2_000 + some(1_000), key: crypto.randomUUID() }
  // Sent twice concurrently: sold once.
  const [answer] = await Promise.all([client.send(portal.agentSell, sale), client.send(portal.agentSell, sale)])
  const sold = unless(answer, 60001)
  if (!sold) return
  const { saleId } = sold
  done('sale', saleId)
  if (some(4)) return
  await client.call(portal.agentAskBack, { saleId, reason: 'the wrong person' })
  const agreed = await passer.call(trades.agentBackDecide, { ids: [saleId], agree: true, reason: 'so it is' })
  if (agreed.outcomes[0]?.ok) done('back', saleId)
}

/** USDT from outside, to the agent's or a user's own address. */
async function deposit({ product, anvil, people, some, done }: Load, agentId: number): Promise<void> {
  const owner: Owner = some(3) ? { kind: 'user', id: people[some(people.length)]! } : { kind: 'agent', id: agentId }
  const { database, clock } = product
  const address = await inTransaction(database, (tx) => addressFor(tx, clock.now(), owner, chain)).catch(noneLeft)
  if (address === null) return
  const transaction = await anvil.pay(address, 10 + some(50))
  done('deposit', transaction)
  await anvil.mine(1 + some(6))
}

/** A call's result, or null if it was refused with one of these codes; any other refusal is a bug of the load. */
function unless<T>(answer: Envelope<T>, ...codes: number[]): T | null {
  if (answer.code === 200) return answer.result
  if (codes.includes(answer.errorCode)) return null
  throw new Error(JSON.stringify(answer))
}

/** The watcher derives more addresses soon. */
function noneLeft(error: unknown): null {
  if (error instanceof Refusal && error.code === 20000) return null
  throw error
}
