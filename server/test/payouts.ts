// A valid payload for every call about withdrawals, payout batches and payout policies that changes something.
import * as batches from '@greenroom/contract/payoutBatches'
import { approvalDecide } from '@greenroom/contract/system'
import * as withdrawals from '@greenroom/contract/withdrawals'
import { sql } from 'kysely'
import { newId } from '../src/kit/random.ts'
import { aNewWithdrawal } from '../src/rooms/finance/withdrawals/withdrawals.fixture.ts'
import { aProof } from '../src/rooms/guilds/payouts/guildPayouts.fixture.ts'
import { everyMenu, person } from './people.ts'
import { reason, unique, type World } from './world/base.ts'
import type { Write } from './writes/write.ts'

export const aFreshWithdrawal = ({ product }: World): Promise<string> => aNewWithdrawal(product)

/** An account with every menu and no history, so that its decisions stay below the limits. */
const visitor = async ({ product }: World) => (await person(product, { permissions: everyMenu(3) })).client

async function inState(world: World, state: string): Promise<string> {
  const id = await aFreshWithdrawal(world)
  await sql`update finance.withdrawal set state = ${state} where id = ${id}`.execute(world.product.database)
  return id
}

/** A batch of one withdrawal: waiting, approved or sent. */
export async function aBatch(world: World, state: 'waiting' | 'approved' | 'sent' = 'waiting') {
  const id = await aFreshWithdrawal(world)
  await (await visitor(world)).call(withdrawals.withdrawalPass, { ids: [id] })
  const maker = await visitor(world)
  const { batchId, approvalId } = await maker.call(batches.payoutBatchSave, { lines: [{ source: 'withdrawal', id }] })
  if (state !== 'waiting')
    await (await visitor(world)).call(approvalDecide, { ids: [approvalId!], decision: 'approve', reason: '' })
  if (state === 'sent') await maker.call(batches.payoutBatchSend, { batchId: batchId!, format: 'csv' })
  const { payouts } = await maker.call(batches.payoutBatchInfo, { batchId: batchId! })
  return { batchId: batchId!, payoutId: payouts[0]!.payoutId }
}

/** A decision that stays open for as long as a test needs. @returns its id */
export async function keptOpen({ product }: World, undo: { decisionId: string } | undefined): Promise<string> {
  await sql`update access.decision set effective_at = effective_at + interval '1 day' where id = ${undo!.decisionId}`.execute(
    product.database,
  )
  return undo!.decisionId
}

const layout = () => ({
  name: unique('Layout '),
  kind: 'bank',
  delimiter: ',',
  columns: [
    { header: 'Id', field: 'payoutId' },
    { header: 'Account', field: 'accountNumber' },
    { header: 'Amount', field: 'usd' },
  ],
})
const aLayout = async ({ admin }: World) => (await admin.call(batches.payoutMappingSave, layout() as never)).mappingId

const policy = () => ({ name: unique('Policy '), settings: { rule: 'velocity', hours: 24, mostCount: 1_000 }, reason })

/** A policy that was approved long ago. */
async function aPolicy(world: World): Promise<{ policyId: number; version: number }> {
  const { product } = world
  const { rows } = await sql<{ id: number }>`
    insert into finance.payout_policy (name, rule, settings, payees, changed_at)
    values (${unique('Policy ')}, 'share', '{"rule":"share","mostPercent":100}', '{user}', ${product.clock.now()}) returning id`.execute(
    product.database,
  )
  return { policyId: rows[0]!.id, version: 1 }
}

export const payoutWrites: Record<string, Write> = {
  withdrawalClaim: {
    leaves: 'after',
    payload: async (world) => {
      await aFreshWithdrawal(world)
      return { size: 1, sort: 'waiting' }
    },
  },
  withdrawalGiveBack: {
    leaves: 'before',
    payload: async (world) => {
      await aFreshWithdrawal(world)
      await world.admin.call(withdrawals.withdrawalClaim, { size: 20, sort: 'waiting' })
      return {}
    },
  },
  withdrawalPass: {
    by: visitor,
    leaves: 'both',
    payload: async (world) => ({ ids: [await aFreshWithdrawal(world)] }),
  },
  withdrawalRefuse: {
    by: visitor,
    leaves: 'both',
    payload: async (world) => ({ ids: [await aFreshWithdrawal(world)], reason }),
  },
  withdrawalUndo: {
    leaves: 'both',
    payload: async (world) => {
      const ids = [await aFreshWithdrawal(world)]
      const { undo } = await world.admin.call(withdrawals.withdrawalRefuse, { ids, reason, undoSeconds: 10 })
      return { decisionId: await keptOpen(world, undo) }
    },
  },
  withdrawalManual: {
    by: visitor,
    asks: true,
    leaves: 'both',
    payload: async (world) => ({
      withdrawalId: await inState(world, 'failure'),
      reference: 'R-1',
      proofFileId: await aProof(world.product),
    }),
  },
  withdrawalRelease: {
    leaves: 'both',
    payload: async (world) => ({ ids: [await inState(world, 'failure')], reason }),
  },
  withdrawalReveal: {
    leaves: 'after',
    payload: async (world) => ({ withdrawalId: await aFreshWithdrawal(world), reason }),
  },
  payoutBatchSave: {
    asks: true,
    leaves: 'after',
    payload: async (world) => ({ lines: [{ source: 'withdrawal', id: await inState(world, 'withdrawing') }] }),
  },
  payoutBatchDrop: { leaves: 'both', payload: async (world) => ({ batchId: (await aBatch(world)).batchId, reason }) },
  payoutBatchSend: {
    leaves: 'both',
    payload: async (world) => ({ batchId: (await aBatch(world, 'approved')).batchId, format: 'csv' }),
  },
  payoutBatchResult: {
    leaves: 'both',
    payload: async (world) => {
      const { batchId, payoutId } = await aBatch(world, 'sent')
      return { batchId, results: [{ payoutId, outcome: 'paid', reference: `R-${newId(new Date())}`, reason: '' }] }
    },
  },
  payoutMappingSave: { leaves: 'after', payload: async () => layout() },
  payoutMappingUpdate: {
    leaves: 'both',
    payload: async (world) => ({ mappingId: await aLayout(world), version: 1, ...layout() }),
  },
  payoutMappingDelete: { leaves: 'before', payload: async (world) => ({ ids: [await aLayout(world)], reason }) },
  policySave: { asks: true, leaves: 'after', payload: async () => policy() },
  policyUpdate: { asks: true, leaves: 'both', payload: async (world) => ({ ...(await aPolicy(world)), ...policy() }) },
  policyEnable: {
    asks: true,
    leaves: 'both',
    payload: async (world) => ({ ...(await aPolicy(world)), enabled: false, reason }),
  },
}
