// An agent's payout account: entered by staff, approved by a second member of staff, in force a day later; revealed only with a reason,
// which is logged (product.md section 9, Payout accounts).
import type * as calls from '@greenroom/contract/agents'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { agentAccountChanged, agentAccountRevealed } from '@greenroom/contract/sentences/agents'
import { z } from 'zod'
import { type ApprovalKind, type Approvals, defineApproval } from '../../../access/index.ts'
import { type Context, staffOf } from '../../../kit/context.ts'
import type { Reader, Transaction } from '../../../kit/database.ts'
import { because, refuseBecause, refuseCode } from '../../../kit/refusal.ts'
import type { Seals } from '../../../kit/seal/index.ts'
import { record } from '../../../log/index.ts'
import type { Params } from '../../../params/index.ts'
import { accountFault, lastFourOf, openAccount, shownState, tidied } from '../../finance/index.ts'
import { named } from '../agents/decide.ts'
import * as agents from '../agents/queries.ts'
import { agentAccounts as accounts } from './accounts.ts'

export const agentAccountKind = 'agent.account'
type Services = { approvals: Approvals; seals: Seals }
type Shown = Answer<typeof calls.agentInfo>['accounts'][number]

/** The newest accounts, for staff. */
export async function shownAccounts(
  approvals: Approvals,
  reader: Reader,
  agentId: number,
  now: Date,
): Promise<Shown[]> {
  const rows = await accounts.accountsOf(reader, agentId)
  const waiting = rows.length === 0 ? undefined : await approvals.waitingOn(reader, agentAccountKind, now)
  return rows.map((row) => ({
    accountId: row.id,
    kind: row.kind,
    lastFour: row.lastFour,
    state: shownState(row, waiting?.has(String(row.id)) ?? false, now),
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    effectiveAt: row.effectiveAt?.toISOString() ?? null,
    approvalId: waiting?.get(String(row.id)) ?? null,
  }))
}

/** The agent of an account, locked. @throws Refusal 10032 */
async function agentOf(tx: Transaction, agentId: number, field: string): Promise<agents.Agent> {
  const agent = (await agents.lockAgentsById(tx, [agentId])).get(agentId)
  if (!agent) throw refuseCode(10032, field)
  return agent
}

/** Enters an account and requests its approval. @throws Refusal 10032 if the user was never an agent */
export const saveAccount =
  ({ approvals, seals }: Services) =>
  async (context: Context, sent: Parsed<typeof calls.agentAccountSave>) => {
    const account = tidied(sent.account)
    const fault = accountFault(account)
    if (fault === 'payout.iban' || fault === 'payout.address') throw refuseBecause(10009, 'account', fault)
    return context.tx(async (tx) => {
      const agent = (await agents.lockAgents(tx, [BigInt(sent.userId)])).get(BigInt(sent.userId))
      if (agent?.agentId == null) throw refuseCode(10032, 'userId')
      const { agentId } = agent
      const shown = { kind: account.kind, lastFour: lastFourOf(account) }
      const before = (await accounts.accountsOf(tx, agentId)).find(({ state }) => state === 'effective')
      const by = staffOf(context).username
      const accountId = await accounts.addAccount(tx, { payeeId: agentId, ...shown, by, at: context.now })
      const approvalId = await approvals.ask(tx, context, {
        kind: agentAccountKind,
        subject: String(accountId),
        payload: { accountId },
        before: before ? { agentId, kind: before.kind, lastFour: before.lastFour } : null,
        after: { agentId, ...shown },
        reason: '',
        title: agentAccountChanged('asked', { agent: named(agent), ...shown }),
      })
      await accounts.setSealed(tx, seals, accountId, account, approvalId)
      return { accountId, approvalId }
    })
  }

/** The full account, for staff who pay. @throws Refusal 10032 */
export const revealAccount =
  ({ seals }: Pick<Services, 'seals'>) =>
  (context: Context, { accountId, reason }: Parsed<typeof calls.agentAccountReveal>) =>
    context.tx(async (tx) => {
      const row = await accounts.accountById(tx, accountId)
      if (!row || context.scope.kind !== 'platform') throw refuseCode(10032, 'accountId')
      const { kind, lastFour, payeeId: agentId } = row
      await record(tx, context, {
        target: `agent account ${accountId}`,
        content: agentAccountRevealed({ agent: named(await agentOf(tx, agentId, 'accountId')), kind, lastFour }),
        before: null,
        after: { accountId, agentId, kind, lastFour },
        reason,
      })
      return { account: openAccount(seals, accounts.ownerOf(accountId), row.sealed) }
    })

/** Once approved, an account waits for the rest of its 24 hours. */
export const accountApproval = (params: Params): ApprovalKind =>
  defineApproval({
    kind: agentAccountKind,
    menu: 'finance.agents',
    payload: z.object({ accountId: z.number().int() }),
    async stillValid(tx, { payload: { accountId } }) {
      const row = await accounts.accountById(tx, accountId)
      if (!row) return because('approval.gone')
      return row.state === 'waiting' && row.effectiveAt === null ? null : because('payout.replaced')
    },
    async apply(tx, context, { payload: { accountId }, reason }) {
      const row = await accounts.accountById(tx, accountId)
      if (!row) throw new Error(`agent account ${accountId} went between looking and applying`)
      const agent = await agentOf(tx, row.payeeId, 'accountId')
      // A newer account replaced it before the agent was locked.
      if ((await accounts.accountById(tx, accountId))?.state !== 'waiting')
        throw refuseBecause(1000002, 'accountId', 'payout.replaced')
      const waited = row.createdAt.getTime() + params.integer('payout_account_wait_hours') * 3_600_000
      const effectiveAt = new Date(Math.max(waited, context.now.getTime()))
      await accounts.setApproved(tx, accountId, staffOf(context).username, effectiveAt)
      const about = { agentId: row.payeeId, kind: row.kind, lastFour: row.lastFour }
      await record(tx, context, {
        operation: 'agent.accountSave',
        target: `agent account ${accountId}`,
        content: agentAccountChanged('done', { agent: named(agent), ...about }),
        before: { ...about, state: 'waiting' },
        after: { ...about, state: 'approved', effectiveAt: effectiveAt.toISOString() },
        reason,
      })
    },
  })
