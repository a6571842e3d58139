// Effects of one room's decisions in other rooms.
import { usdtChains } from '@greenroom/contract/statesAndKinds'
import type { Approvals, Stoppable } from '../access/index.ts'
import { refusalOfOutcome } from '../kit/calls/batch.ts'
import type { Params } from '../params/index.ts'
import { type AuditEffects, type CaseReaders, certifiedOf } from '../rooms/audits/index.ts'
import { addressFor, chainsInUse, type DepositPayer, knownAddress } from '../rooms/chain/index.ts'
import { auditDecided, reportedContent } from '../rooms/community/index.ts'
import {
  holdForBan,
  type PayeeSource,
  releaseAfterBan,
  type Sources,
  stoppableGateways,
  userDeposits,
  userPayees,
  withdrawalSource,
} from '../rooms/finance/index.ts'
import { closeWeeks, type DissolveEffects, guildPayees, guildSources } from '../rooms/guilds/index.ts'
import { broadcastsOf, endForBan, forbidIn, ladderOf, takeBackForbid, warnIn } from '../rooms/live/index.ts'
import { promoterPayees, promoterSource } from '../rooms/promotion/index.ts'
import { stoppableClients } from '../rooms/system/index.ts'
import { type Addresses, agentPayees, agentPayer, agentSource } from '../rooms/topup-agents/index.ts'
import { type BanEffects, banPerson, certify, takeBackBan } from '../rooms/users/index.ts'

/** A ban ends session, call and broadcast, and holds withdrawals. */
export const banEffects = (params: Params): BanEffects => ({
  banned: async (tx, now, userIds, reason) => [
    ...(await endForBan(tx, now, params, userIds, reason)),
    ...(await holdForBan(tx, now, userIds, reason)),
  ],
  unbanned: releaseAfterBan,
})

/** A passed certification certifies the user; a failed post is taken down. */
export const auditEffects: Pick<AuditEffects, 'decided'> = {
  decided: async (tx, now, changes) => {
    const certifications = changes.filter(({ kind }) => kind === 'official').map(({ userId }) => userId)
    await certify(tx, await certifiedOf(tx, [...new Set(certifications)]))
    const posts = changes.filter(({ kind }) => kind === 'dynamic')
    return auditDecided(
      tx,
      now,
      posts.map(({ itemId, to, reason, by }) => ({ dynamicId: itemId, failed: to === 'failed', reason, by })),
    )
  },
}

const bans = { 'ban ID': 'id', 'ban device': 'device', 'ban both': 'both' } as const

/** Results of a report: the Live room warns and bans from broadcasting, the User room bans. */
export const punish =
  (params: Params): AuditEffects['punish'] =>
  async (tx, context, punishment) => {
    const { userId, reason } = punishment
    if (punishment.action === 'warn')
      return warnIn(tx, context, { userId, reason, liveId: punishment.liveId, callId: null })
    const { hours } = punishment
    if (punishment.action !== 'forbid')
      return banPerson(banEffects(params))(tx, context, { userId, kind: bans[punishment.action], hours, reason })
    const { liveId } = punishment
    const [outcome] = await forbidIn(tx, context, { userIds: [userId], hours, reason, liveId })
    if (!outcome?.ok) throw refusalOfOutcome(outcome, 'userId')
  }

/** Reverts what `punish` did when the decision is undone. */
export const pardon =
  (params: Params): AuditEffects['pardon'] =>
  (tx, context, { action, ...pardoned }) =>
    action === 'forbid' ? takeBackForbid(tx, context, pardoned) : takeBackBan(banEffects(params))(tx, context, pardoned)

/** Rooms whose debts are paid by Finance's batches. */
export const payoutSources = (approvals: Approvals): Sources =>
  new Map(
    [withdrawalSource, ...guildSources(approvals), promoterSource, agentSource].map((source) => [source.kind, source]),
  )

/** Rooms whose payees' accounts are screened against sanctions lists. */
export const payeeSources: readonly PayeeSource[] = [userPayees, guildPayees, promoterPayees, agentPayees]

/** A dissolution closes the guild's running week. */
export const dissolveEffects = (params: Params): DissolveEffects => ({ closeWeek: closeWeeks(params) })

/** Rooms with USDT payers. */
export const depositPayers = (params: Params): DepositPayer[] => [userDeposits({ params }), agentPayer(params)]

/** Agents' USDT addresses, assigned by the chains. */
export const agentAddresses: Addresses = {
  async known(reader, id) {
    const found = await Promise.all(
      usdtChains.map(async (chain) => ({ chain, address: await knownAddress(reader, { kind: 'agent', id }, chain) })),
    )
    return found.flatMap(({ chain, address }) => (address === null ? [] : { chain, address }))
  },
  chains: chainsInUse,
  make: (tx, now, id, chain) => addressFor(tx, now, { kind: 'agent', id }, chain),
}

/** What can be stopped one by one. */
export const stoppable: Stoppable = { gateway: stoppableGateways, client: stoppableClients }

export const caseReaders = (params: Params): CaseReaders => ({
  content: reportedContent,
  broadcasts: broadcastsOf,
  ladder: async (reader, now, userIds) => {
    const ladder = await ladderOf(reader, now, params, userIds)
    return new Map([...ladder].map(([userId, { suggestedHours }]) => [userId, suggestedHours]))
  },
})
