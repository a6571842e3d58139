// Settles final deposits: credited by their payer, or unmatched. Nodes are queried before anything is locked; deposits they cannot confirm
// yet wait.
import { usdtInMatch } from '@greenroom/contract/chain'
import { depositSettled } from '@greenroom/contract/sentences/chain'
import { type Context, system } from '../../../kit/calls/context.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { derivedId } from '../../../kit/random.ts'
import { post } from '../../../ledger/index.ts'
import { recordMany } from '../../../log/index.ts'
import { shownTransaction } from '../address/chainAddress.codec.ts'
import type { Chain, FinalDeposit } from '../chain.payer.ts'
import { confirmationsNeeded, type InRound, roundContext, type Watching } from '../chain.watching.ts'
import type { ChainNode } from '../watch/chainNode.ts'
import { isNodeFault } from '../watch/chainWatch.nodes.ts'
import { finalUpTo } from '../watch/chainWatch.rules.ts'
import type { WatchPass } from '../watch/chainWatch.service.ts'
import { type Held, unmatchedItem, vanishedItem } from './deposit.ledger.ts'
import * as queries from './deposit.queries.ts'
import { faultOf, needsTwoNodes, ownerOf } from './deposit.rules.ts'

const atOnce = 100
const dayMs = 86_400_000

/** The id under which its payer keeps it: another one each time it is credited again, since the earlier credit stays as reversed. */
const creditIdOf = ({ id, at, round }: queries.Deposit): string =>
  round === 0 ? id : derivedId(at, 'deposit.credit', id, round)

export const heldOf = ({ id, chain, usdt_micros, at, round }: queries.Deposit): Held => ({
  id,
  chain,
  usdtMicros: usdt_micros,
  at,
  round,
})

export const finalOf = (deposit: queries.Deposit): FinalDeposit => ({
  id: creditIdOf(deposit),
  chain: deposit.chain,
  payerId: Number(deposit.owner_id),
  usdtMicros: deposit.usdt_micros,
  at: deposit.at,
  transaction: shownTransaction(deposit.chain, deposit.transaction),
})

/** True when the node holds this transfer where it was found. */
async function holds(node: ChainNode, deposit: queries.Deposit): Promise<boolean> {
  const receipt = await node.receipt(deposit.transaction)
  const transfer = receipt?.ok === true && receipt.blockHash === deposit.block_hash
  return (
    transfer &&
    receipt.transfers.some(
      (one) =>
        one.ordinal === deposit.ordinal &&
        one.to === deposit.address &&
        one.from === deposit.from_address &&
        one.usdtMicros === deposit.usdt_micros,
    )
  )
}

/**
 * Settles a chain's final deposits. With two nodes both must hold a deposit. While the second doesn't answer, small ones are settled on the
 * word of one, up to the amount that needs two nodes, added up over 24 hours: a node that lies alone gains no more than that.
 */
export async function settleFinal(watching: InRound, chain: Chain, look: NonNullable<WatchPass>): Promise<void> {
  const { database, params, clock } = watching
  const needed = confirmationsNeeded(params, chain)
  await queries.beginConfirming(database, chain)
  const due = await queries.finalDeposits(database, chain, finalUpTo(look.head, needed), atOnce, watching.parked)
  if (due.length === 0) return
  const limit = params.integer('usdt_two_nodes_over')
  const [followed] = look.nodes.filter(({ state }) => state === 'well')
  const second = look.nodes.find((one) => one !== followed)
  let alone = second ? await queries.settledByOneNode(database, chain, new Date(clock.now().getTime() - dayMs)) : 0n
  const able: queries.Deposit[] = []
  const waiting: string[] = []
  for (const deposit of due) {
    if (!(await sure(followed!.node, deposit))) continue
    const byTwo =
      second?.head != null &&
      deposit.block_number <= BigInt(finalUpTo(second.head, needed)) &&
      (await sure(second.node, deposit))
    const fits = second?.head === null && !needsTwoNodes(alone + deposit.usdt_micros, limit)
    if (!second || byTwo || fits) able.push(deposit)
    else waiting.push(deposit.id)
    if (fits) alone += deposit.usdt_micros
  }
  if (waiting.length > 0) await queries.setWaiting(database, waiting, 'usdt.secondNode')
  const nodes = second?.head === null ? 1 : 2
  await watching.units.together(
    able,
    ({ id }) => id,
    (some) => settleThese(watching, some, second === undefined ? limit : null, nodes),
  )
}

async function sure(node: ChainNode, deposit: queries.Deposit): Promise<boolean> {
  try {
    return await holds(node, deposit)
  } catch (error) {
    if (isNodeFault(error)) return false
    throw error
  }
}

/**
 * @param alone the amount above which one node is not enough, if only one is configured
 * @param nodes how many hold them
 */
function settleThese(
  watching: Watching,
  read: readonly queries.Deposit[],
  alone: number | null,
  nodes: 1 | 2,
): Promise<void> {
  const context = roundContext(watching, usdtInMatch)
  const blocks = new Map(read.map(({ id, block_hash }) => [id, block_hash]))
  return context.tx(async (tx) => {
    const locked = await queries.lockDeposits(
      tx,
      read.map(({ id }) => id),
    )
    // Another process settled it, or the chain was reorganised in the meantime.
    const open = locked.filter(
      ({ id, state, block_hash }) => ['detected', 'confirming'].includes(state) && block_hash === blocks.get(id),
    )
    const smallest = watching.params.integer('usdt_smallest_deposit')
    const faults = new Map(
      open.map((one) => {
        const owner = one.owner_kind === null ? null : { kind: one.owner_kind, id: one.owner_id! }
        const judged = { usdtMicros: one.usdt_micros, owner, isWallet: one.is_wallet, retired: one.retired }
        const fault = faultOf(judged, smallest)
        return [one.id, fault ?? (alone !== null && needsTwoNodes(one.usdt_micros, alone) ? 'usdt.oneNode' : null)]
      }),
    )
    const credited = await credit(
      tx,
      watching,
      context.now,
      open.filter(({ id }) => faults.get(id) === null),
    )
    const settled = open.map((one): queries.Settled => {
      const outcome = credited.get(one.id)
      // Matched before it vanished and returned: the match still stands, and can still be undone.
      const state = one.by_staff ? 'matched' : 'credited'
      if (outcome?.ok) return { id: one.id, state, reason: '', transferId: outcome.transferId }
      const reason = outcome?.reason ?? faults.get(one.id) ?? 'usdt.unknownPayer'
      return { id: one.id, state: 'unmatched', reason, transferId: null }
    })
    const unmatched = new Set(settled.filter(({ state }) => state === 'unmatched').map(({ id }) => id))
    await post(
      tx,
      'usdt',
      context.now,
      open.filter(({ id }) => unmatched.has(id)).map((one) => unmatchedItem(heldOf(one))),
    )
    await queries.settle(tx, settled, context.now, nodes)
    await log(tx, context, open, settled)
  })
}

/** The answer of each deposit's payer, by deposit. */
export async function credit(
  tx: Transaction,
  { payers }: Pick<Watching, 'payers'>,
  now: Date,
  deposits: readonly queries.Deposit[],
) {
  const outcomes: Awaited<ReturnType<Watching['payers'][number]['credit']>> = new Map()
  for (const payer of payers) {
    const theirs = deposits.filter(({ owner_kind }) => owner_kind === payer.kind)
    if (theirs.length === 0) continue
    const credited = await payer.credit(tx, now, theirs.map(finalOf))
    for (const one of theirs) {
      const outcome = credited.get(creditIdOf(one))
      if (outcome) outcomes.set(one.id, outcome)
    }
  }
  return outcomes
}

const log = (
  tx: Transaction,
  context: Context,
  rows: readonly queries.Deposit[],
  settled: readonly queries.Settled[],
) =>
  recordMany(
    tx,
    context,
    rows.map((row, index) => ({
      operation: 'usdt.settle',
      target: `deposit ${row.id}`,
      content: depositSettled(settled[index]!.state as 'credited', {
        usdtMicros: Number(row.usdt_micros),
        owner: ownerOf(row),
      }),
      before: { depositId: row.id, state: row.state },
      after: settled[index],
      actor: system,
    })),
  )

/**
 * Settled deposits that left the chain and did not return within the confirmations of a deposit: an alarm, and a debt of the credited
 * payer.
 */
export async function settleVanished(watching: InRound, chain: Chain, look: NonNullable<WatchPass>): Promise<void> {
  const upTo = finalUpTo(look.head, confirmationsNeeded(watching.params, chain))
  const ids = await queries.vanishedDeposits(watching.database, chain, upTo, watching.parked)
  await watching.units.together(
    ids,
    (id) => id,
    (some) => vanish(watching, some),
  )
}

function vanish(watching: Watching, ids: readonly string[]): Promise<void> {
  const context = roundContext(watching, usdtInMatch)
  return context.tx(async (tx) => {
    const gone = await queries.lockVanished(tx, ids)
    if (gone.length === 0) return
    const credited = gone.filter(({ state }) => state === 'credited' || state === 'matched')
    for (const payer of watching.payers) {
      const theirs = credited.filter(({ owner_kind }) => owner_kind === payer.kind)
      if (theirs.length > 0) await payer.vanished(tx, context.now, theirs.map(finalOf))
    }
    const unclaimed = gone.filter((one) => !credited.includes(one))
    await post(
      tx,
      'usdt',
      context.now,
      unclaimed.map((one) => vanishedItem(heldOf(one), context.now)),
    )
    await queries.setVanished(
      tx,
      gone.map(({ id }) => id),
      context.now,
    )
    await recordMany(
      tx,
      context,
      gone.map((row) => ({
        operation: 'usdt.vanish',
        target: `deposit ${row.id}`,
        content: depositSettled('vanished', { usdtMicros: Number(row.usdt_micros), owner: ownerOf(row) }),
        before: { depositId: row.id, state: row.state },
        after: { depositId: row.id, state: row.state, vanished: true },
        actor: system,
      })),
    )
  })
}
