// Reads withdrawals: the list, one with its history, and claimed ones on the desk.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/withdrawals'
import { type Approvals, type RefusedDecision, refusedLast } from '../../../access/index.ts'
import { type Context, type Language, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { refuseCode } from '../../../kit/calls/refusal.ts'
import type { Reader } from '../../../kit/database/database.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import type { Seals } from '../../../kit/encryption/index.ts'
import { balancesOfUsers } from '../../../ledger/index.ts'
import { lineIn } from '../../../log/index.ts'
import type { Params } from '../../../params/index.ts'
import { centsOfTokens } from '../chargebacks/chargebacks.rules.ts'
import { assess } from './withdrawalRisk.assess.ts'
import * as list from './withdrawals.list.ts'
import { shownWithdrawal, type Viewer } from './withdrawals.shown.ts'
import { proofAddress, storyOf } from './withdrawals.story.ts'

export type ReadServices = {
  seals: Seals
  params: Params
  approvals: Approvals
  fileUrl: string
}

type ClaimedWithdrawal = Answer<typeof calls.withdrawalClaim>['withdrawals'][number]

export const passKind = 'withdrawal.pass'
export const manualKind = 'withdrawal.manual'
export const releaseKind = 'withdrawal.release'

/** Ids of pending requests about withdrawals. */
export async function waitingIds(approvals: Approvals, reader: Reader, now: Date): Promise<Set<string>> {
  const ids = new Set<string>()
  for (const kind of [passKind, manualKind, releaseKind])
    for (const id of (await approvals.waitingOn(reader, kind, now)).values()) ids.add(id)
  return ids
}

async function viewerOf({ params, approvals }: ReadServices, context: Context): Promise<Viewer> {
  const staff = staffOf(context)
  return {
    staffId: staff.id,
    mayWrite: levelOn(staff, 'finance.withdraw') === 3,
    waitHours: params.integer('payout_account_wait_hours'),
    now: context.now,
    waiting: await waitingIds(approvals, context.database, context.now),
  }
}

/** What came of its last decision, while it waits for the next. */
function notInEffectOf(
  row: list.ListRow,
  refused: RefusedDecision | undefined,
  language: Language,
): ClaimedWithdrawal['notInEffect'] {
  if (!refused || row.state !== 'in review' || refused.verb === 'approve') return null
  const { verb, by, at, why } = refused
  return { verb, by, at: at.toISOString(), why: lineIn(why, language) }
}

/** One page of withdrawals. */
export async function withdrawals(
  services: ReadServices,
  context: Context,
  payload: Parsed<typeof calls.withdrawalList>,
) {
  const [page, viewer] = await Promise.all([list.withdrawalPage(context, payload), viewerOf(services, context)])
  return mapPage(page, (row) => shownWithdrawal(row, viewer))
}

/** These withdrawals with everything the desk shows, in the order of `ids`. */
export async function wholeRows(
  services: ReadServices,
  context: Context,
  ids: readonly string[],
): Promise<ClaimedWithdrawal[]> {
  if (ids.length === 0) return []
  const { database, scope, now } = context
  const [rows, viewer, assessed, details, refused] = await Promise.all([
    list.rowsOf(database, scope, ids),
    viewerOf(services, context),
    assess(database, services.params, now, ids),
    list.userDetails(database, ids),
    refusedLast(database, 'withdrawal', ids),
  ])
  const balances = await balancesOfUsers(
    database,
    rows.map((row) => row.user_id),
  )
  return rows.map((row) => {
    const { facts, risks, score, whitelisted, held } = assessed.get(row.id)!
    const of = details.get(row.id)!
    const { bonus = 0n, reservedBonus = 0n, debtTokens = 0n } = balances.get(row.user_id) ?? {}
    return {
      ...shownWithdrawal(row, viewer),
      riskScore: score,
      riskReasons: risks.map(({ reason }) => reason),
      risks,
      whitelisted,
      riskHeld: held,
      registeredAt: of.registeredAt?.toISOString() ?? null,
      country: of.country,
      guildName: of.guildName,
      balance: Number(bonus),
      reserved: Number(reservedBonus),
      owedTokens: Number(debtTokens),
      owedUsdCents: Number(centsOfTokens(debtTokens, services.params.integer('tokens_per_usd'))),
      paidBefore: { count: facts.paidBefore, usdCents: Number(facts.paidCents) },
      claimedUntil: row.claimed_until?.toISOString() ?? null,
      notInEffect: notInEffectOf(row, refused.get(row.id), context.language),
    }
  })
}

/** One withdrawal. @throws Refusal 50001 where there is none. */
export async function withdrawalInfo(
  services: ReadServices,
  context: Context,
  { withdrawalId }: Parsed<typeof calls.withdrawalInfo>,
): Promise<Answer<typeof calls.withdrawalInfo>> {
  const [found] = await wholeRows(services, context, [withdrawalId])
  if (!found) throw refuseCode(50001, 'withdrawalId')
  const [story, proofUrl] = await Promise.all([
    storyOf(context.database, withdrawalId, context.language),
    proofAddress(context.database, services.fileUrl, withdrawalId),
  ])
  return { ...found, story, proofUrl }
}
