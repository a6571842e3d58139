// Proves on the chain that instructions were paid, once: by the transaction entered for them, from a wallet of ours, to the address, with
// the amount, in a final block. Not seen does not mean failed.
import { usdtOutHashes } from '@greenroom/contract/chain'
import { instructionEnded } from '@greenroom/contract/sentences/chain'
import { type Context, system } from '../../../kit/calls/context.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { recordMany } from '../../../log/index.ts'
import { shownTransaction } from '../address/chainAddress.codec.ts'
import type { Chain } from '../chain.payer.ts'
import { confirmationsNeeded, type InRound, roundContext, type Watching } from '../chain.watching.ts'
import type { ChainNode, Receipt } from '../watch/chainNode.ts'
import { isNodeFault, type Found as WatchedNode } from '../watch/chainWatch.nodes.ts'
import { finalUpTo } from '../watch/chainWatch.rules.ts'
import type { WatchPass } from '../watch/chainWatch.service.ts'
import * as queries from './instruction.queries.ts'
import { isReplaced, type Proof, proofOf } from './instruction.rules.ts'

const atOnce = 100

type Found = { instruction: queries.Instruction; receipt: Receipt | null; at: Date; replaced: boolean }

/** Looks up the transactions of broadcast instructions. */
export async function proveBroadcast(watching: InRound, chain: Chain, look: NonNullable<WatchPass>): Promise<void> {
  const { database, params } = watching
  const confirmations = confirmationsNeeded(params, chain)
  const upTo = finalUpTo(look.head, confirmations)
  const followed = look.nodes.find(({ state }) => state === 'well')!
  const second = look.nodes.find((one) => one !== followed)
  for (const instruction of await queries.instructionsToProve(database, chain, atOnce)) {
    const unit = `instruction ${instruction.id}`
    if (watching.parked.includes(unit)) continue
    try {
      const found = await find(watching, followed.node, instruction, upTo)
      if (!found) continue
      if (second && !(await agrees(second, found, confirmations))) {
        await queries.setReason(database, instruction.id, 'usdt.secondNode')
        continue
      }
      await watching.units.attempt(unit, () => end(watching, found))
    } catch (error) {
      if (!isNodeFault(error)) throw error
      return
    }
  }
}

/** The transaction once it is final or can never be; null while open. */
async function find(
  { database }: Watching,
  node: ChainNode,
  instruction: queries.Instruction,
  upTo: number,
): Promise<Found | null> {
  const hash = instruction.transaction!
  const receipt = await node.receipt(hash)
  // Stored while the chain shows it: a reorganisation may drop it, and another transaction may use its nonce.
  const sender = receipt && instruction.sender !== null ? null : await node.transaction(hash)
  if (sender && instruction.sender === null) await queries.setSender(database, instruction.id, sender)
  if (!receipt) {
    await queries.setReason(database, instruction.id, sender ? '' : 'usdt.notSeen')
    const { sender: from, nonce } = instruction
    if (from === null || sender !== null) return null
    const replaced = isReplaced(nonce === null ? null : Number(nonce), await node.finalNonce(from))
    return replaced ? { instruction, receipt: null, at: new Date(0), replaced } : null
  }
  if (receipt.blockNumber > upTo) {
    await queries.setReason(database, instruction.id, '')
    return null
  }
  const block = await node.block(receipt.blockNumber)
  return block?.hash === receipt.blockHash ? { instruction, receipt, at: block.at, replaced: false } : null
}

/** Whether the second node shows the same, in a block that is final to it; a node that doesn't answer does not agree. */
async function agrees({ node, head }: WatchedNode, { instruction, receipt }: Found, needed: number): Promise<boolean> {
  if (!head) return false
  try {
    const theirs = await node.receipt(instruction.transaction!)
    if (!receipt || !theirs) return receipt === theirs
    const isSame = theirs.blockHash === receipt.blockHash && theirs.ok === receipt.ok
    return isSame && receipt.blockNumber <= finalUpTo(head, needed)
  } catch (error) {
    if (isNodeFault(error)) return false
    throw error
  }
}

/** Ends one instruction by the chain's state, and notifies its source. */
function end(watching: Watching, { instruction: read, receipt, at, replaced }: Found): Promise<void> {
  const context = roundContext(watching, usdtOutHashes)
  return context.tx(async (tx) => {
    const instruction = (await queries.lockInstructions(tx, [read.id])).get(read.id)
    // Ended or changed in the meantime.
    if (instruction?.state !== 'broadcast' || instruction.transaction !== read.transaction) return
    const proof = replaced
      ? ({ failed: 'usdt.nonceUsed' } satisfies Proof)
      : await proofIn(tx, instruction, receipt!, at)
    if ('waits' in proof) {
      await queries.setReason(tx, instruction.id, proof.waits)
      return
    }
    if ('failed' in proof) {
      await queries.endFailed(tx, [instruction.id], proof.failed, context.now)
      await watching.ends.failed(tx, context, [{ payoutId: instruction.payout_id, reason: proof.failed }])
    } else {
      await queries.endPaid(tx, instruction.id, { ordinal: proof.paid, at: context.now })
      const { payout_id: payoutId, usdt_micros: usdtMicros, transaction } = instruction
      const reference = shownTransaction(instruction.chain, transaction!)
      await watching.ends.paid(tx, context, [{ payoutId, chain: instruction.chain, usdtMicros, reference }])
    }
    await log(tx, context, instruction, 'failed' in proof ? 'failure' : 'success')
  })
}

async function proofIn(tx: Transaction, instruction: queries.Instruction, receipt: Receipt, at: Date): Promise<Proof> {
  const { id, chain, address, usdt_micros, created_at } = instruction
  const used = await queries.usedOrdinals(tx, chain, instruction.transaction!)
  const senders = [...new Set(receipt.transfers.map(({ from }) => from))]
  const wallets = await queries.walletsAmong(tx, chain, senders)
  return proofOf({ id, address, usdtMicros: usdt_micros, createdAt: created_at }, receipt, used, wallets, at)
}

const log = (tx: Transaction, context: Context, row: queries.Instruction, state: 'success' | 'failure') =>
  recordMany(tx, context, [
    {
      operation: 'usdt.prove',
      target: `instruction ${row.id}`,
      content: instructionEnded(state, { payee: row.payee_name, usdtMicros: Number(row.usdt_micros) }),
      before: { instructionId: row.id, state: row.state, transaction: row.transaction },
      after: { instructionId: row.id, state },
      actor: system,
    },
  ])
