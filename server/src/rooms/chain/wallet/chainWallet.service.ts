// The wallets screen: balances against the ledger, own wallets, outflows, fees, and the key of deposit addresses.
import type { Answer, Parsed, RecordOf } from '@greenroom/contract/call'
import type {
  outflowExplain,
  outflowList,
  walletConfirm,
  walletList,
  walletRegister,
  walletSummary,
} from '@greenroom/contract/chain'
import { keyConfirmed, outflowsExplained, walletRegistered } from '@greenroom/contract/sentences/chain'
import type { Approvals } from '../../../access/index.ts'
import { batch, chosen, done, notDone, type Outcome } from '../../../kit/calls/batch.ts'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { because, refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { balanceAt, post } from '../../../ledger/index.ts'
import { record, recordMany } from '../../../log/index.ts'
import { readAddress, shownAddress, shownTransaction } from '../address/chainAddress.codec.ts'
import { openKey } from '../address/chainAddress.derive.ts'
import { keyInUse, useKey } from '../address/chainAddress.queries.ts'
import type { Chain } from '../chain.payer.ts'
import type { ChainSettings } from '../chain.settings.ts'
import { explorerOf } from '../chain.shown.ts'
import { confirmationsNeeded, type Watching } from '../chain.watching.ts'
import { cashOf, openingItem } from '../deposit/deposit.ledger.ts'
import { unexplainedVanished } from '../deposit/deposit.queries.ts'
import { healthOf } from '../watch/chainWatch.health.ts'
import { nodesOf } from '../watch/chainWatch.nodes.ts'
import { blocksBelow, goBack, lockHead } from '../watch/chainWatch.queries.ts'
import { balanceOn } from './chainWallet.opening.ts'
import * as queries from './chainWallet.queries.ts'

export const walletKind = 'usdt.wallet'
type Needs = Pick<Watching, 'chains' | 'params'>

/** One page of address balances. */
export const balances = async (context: Context, payload: Parsed<typeof walletList>) =>
  mapPage(
    await queries.balancePage(context, payload),
    (row): RecordOf<typeof walletList> => ({
      id: row.id,
      chain: row.chain,
      address: shownAddress(row.chain, row.address),
      kind: row.wallet === null ? 'deposit' : 'wallet',
      name: row.wallet ?? '',
      payer: row.owner_kind === null ? null : { kind: row.owner_kind as 'agent', id: Number(row.owner_id) },
      usdtMicros: Number(row.usdt_micros),
      expectedMicros: Number(row.expected_micros),
      block: Number(row.block_number),
      at: row.at.toISOString(),
    }),
  )

/** Sums by chain. */
export async function summary({ chains }: Needs, context: Context): Promise<Answer<typeof walletSummary>> {
  const { database, now } = context
  const health = await healthOf(database, chains)
  const made = await Promise.all(
    health.map(async (one) => {
      const [figures, ledger, key, suspended, vanished] = await Promise.all([
        queries.figures(database, one.chain),
        balanceAt(database, cashOf(one.chain), now),
        keyInUse(database, one.chain),
        queries.suspended(database, one.chain),
        unexplainedVanished(database, one.chain),
      ])
      return {
        ...one,
        // A debit account.
        ledgerMicros: -Number(ledger?.posted ?? 0n),
        chainMicros: Number(figures.on_chain),
        pendingMicros: Number(figures.pending),
        suspenseMicros: Number(suspended),
        differing: figures.differing,
        alarms: figures.outflows + vanished,
        wallets: figures.wallets,
        addresses: figures.addresses,
        spares: figures.spares,
        key: keyState(chains.of(one.chain), key?.fingerprint),
        confirmedBy: key?.confirmed_by ?? '',
      }
    }),
  )
  return { chains: made }
}

function keyState(settings: ChainSettings | null, used: string | undefined): 'none' | 'unconfirmed' | 'in use' {
  if (!settings?.publicKey) return 'none'
  return openKey(settings.publicKey).fingerprint === used ? 'in use' : 'unconfirmed'
}

/** One page of outflows. */
export async function outflows({ params }: Needs, context: Context, payload: Parsed<typeof outflowList>) {
  const mayWrite = levelOn(staffOf(context), 'finance.wallet') === 3
  return mapPage(await queries.outflowPage(context, payload), (row): RecordOf<typeof outflowList> => {
    const fault = row.kind === 'elsewhere' && row.explained_at === null ? true : 'explained'
    return {
      id: row.id,
      chain: row.chain,
      transaction: shownTransaction(row.chain, row.transaction),
      explorer: explorerOf(params, row.chain, row.transaction),
      at: row.at.toISOString(),
      from: shownAddress(row.chain, row.from_address),
      to: shownAddress(row.chain, row.to_address),
      usdtMicros: Number(row.usdt_micros),
      kind: row.kind as 'sweep',
      explainedBy: row.explained_by,
      explanation: row.explanation,
      can: { explain: mayWrite ? fault : 'readOnly' },
    }
  })
}

/** Closes alarms with a reason. */
export function explain(
  context: Context,
  { ids: sent, reason }: Parsed<typeof outflowExplain>,
): Promise<Answer<typeof outflowExplain>> {
  const ids = chosen(sent, 'ids')
  return batch(context, async (tx) => {
    const found = await queries.lockOutflows(tx, ids)
    const outcomes = ids.map((id): Outcome => {
      const row = found.get(id)
      if (!row) return notDone(id, 21001, because('record.none'))
      const isOpen = row.kind === 'elsewhere' && row.explained_at === null
      return isOpen ? done(id) : notDone(id, 20000, because('usdt.explained'))
    })
    const able = outcomes.filter(({ ok }) => ok).map(({ id }) => String(id))
    await queries.explain(tx, able, staffOf(context).username, reason, context.now)
    await recordMany(
      tx,
      context,
      able.map((id) => ({
        target: `outflow ${id}`,
        content: outflowsExplained(1),
        before: { outflowId: id, explained: false },
        after: { outflowId: id, explained: true },
        reason,
      })),
    )
    return outcomes
  })
}

/** Requests the registration of a wallet of the platform. @throws Refusal */
export function askWallet(
  { approvals, chains }: { approvals: Approvals; chains: Needs['chains'] },
  context: Context,
  { chain, address: given, name, reason }: Parsed<typeof walletRegister>,
): Promise<Answer<typeof walletRegister>> {
  const address = readAddress(chain, given)
  if (address === null) throw refuseBecause(20000, 'address', 'usdt.badAddress')
  if (!chains.of(chain)) throw refuseBecause(20000, 'chain', 'usdt.unused')
  return context.tx(async (tx) => {
    if (await queries.isOurs(tx, chain, address)) throw refuseBecause(20000, 'address', 'usdt.walletKnown')
    const approvalId = await approvals.ask(tx, context, {
      kind: walletKind,
      subject: `${chain} ${address}`,
      payload: { chain, address, name },
      before: null,
      after: { chain, address: shownAddress(chain, address), name },
      reason,
      title: walletRegistered('request', { chain, name }),
    })
    return { approvalId }
  })
}

/**
 * Registers a wallet, in the transaction of the approval. Its balance at a final block is booked in suspense; the watcher returns to that
 * block and reads later movements, so that each transfer counts once. If no node answers, or the chain is not read yet, the approval fails
 * and may be repeated.
 */
export async function registerWallet(
  { chains, params }: Needs,
  tx: Transaction,
  context: Context,
  requested: { chain: Chain; address: string; name: string; by: string; reason: string },
): Promise<void> {
  const { chain, address, name } = requested
  const settings = chains.of(chain)
  if (!settings) throw refuseBecause(20000, 'chain', 'usdt.unused')
  // The watcher cannot write in the meantime.
  const head = await lockHead(tx, chain)
  if (!head) throw refuseBecause(20000, 'chain', 'usdt.notRead')
  const known = await blocksBelow(tx, chain, head.number)
  const needed = confirmationsNeeded(params, chain)
  const { micros, block } = await balanceOn(nodesOf(settings), { chain, address, known: [head, ...known], needed })
  const opening = micros - (await queries.sweptTo(tx, { chain, address, upTo: block.number }))
  await queries.addWallet(tx, { chain, address, name, by: requested.by, opening }, context.now)
  await goBack(tx, chain, block, context.now)
  if (opening !== 0n)
    await post(tx, requested.by, context.now, [openingItem({ chain, address, usdtMicros: opening }, context.now)])
  await record(tx, context, {
    operation: walletKind,
    target: `wallet ${shownAddress(chain, address)}`,
    content: walletRegistered('done', { chain, name }),
    before: null,
    after: { chain, address: shownAddress(chain, address), name, openingMicros: opening },
    reason: requested.reason,
  })
}

/**
 * Activates the configured key: its owner's wallet must show the same addresses 0 and 5. Addresses of the previous key are retired. @throws
 * Refusal
 */
export function confirmKey(
  { chains }: Needs,
  context: Context,
  { chain, address0, address5 }: Parsed<typeof walletConfirm>,
): Promise<Answer<typeof walletConfirm>> {
  const text = chains.of(chain)?.publicKey
  if (!text) throw refuseBecause(20000, 'chain', 'usdt.unused')
  const key = openKey(text)
  for (const [field, index, given] of [
    ['address0', 0, address0],
    ['address5', 5, address5],
  ] as const)
    if (readAddress(chain, given) !== key.at(index)) throw refuseBecause(20000, field, 'usdt.wrongAddresses')
  return context.tx(async (tx) => {
    const before = await keyInUse(tx, chain)
    if (before?.fingerprint === key.fingerprint) throw refuseBecause(20000, 'chain', 'usdt.confirmed')
    await useKey(tx, chain, { fingerprint: key.fingerprint, by: staffOf(context).username }, context.now)
    await record(tx, context, {
      target: `chain ${chain}`,
      content: keyConfirmed(chain),
      before: { fingerprint: before?.fingerprint ?? null },
      after: { fingerprint: key.fingerprint },
    })
    return { confirmed: true }
  })
}
