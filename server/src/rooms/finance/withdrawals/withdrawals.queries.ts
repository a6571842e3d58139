// Withdrawals: requesting, suspending and deciding them.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import type { AccountKind } from '../accounts/payeeAccounts.rules.ts'
import type { State } from './withdrawals.states.ts'

export type Withdrawal = {
  id: string
  user_id: bigint
  bonus: bigint
  usd_cents: bigint
  method: string
  account_id: number
  held: string
  hold_id: string
  requested_at: Date
}

/** The existing ones of these ids. */
export async function takenIds(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from finance.withdrawal where id = any(${ids}::text[])`.execute(tx)
  return new Set(rows.map((row) => row.id))
}

/** @throws a unique violation if another transaction inserted an id in the meantime: the chunk runs again and is refused. */
export async function addWithdrawals(tx: Transaction, rows: readonly Withdrawal[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into finance.withdrawal (id, user_id, bonus, usd_cents, method, account_id, held, hold_id, requested_at)
    select * from unnest(
      ${rows.map((w) => w.id)}::text[], ${rows.map((w) => w.user_id)}::bigint[], ${rows.map((w) => w.bonus)}::bigint[],
      ${rows.map((w) => w.usd_cents)}::bigint[], ${rows.map((w) => w.method)}::text[],
      ${rows.map((w) => w.account_id)}::int[], ${rows.map((w) => w.held)}::text[], ${rows.map((w) => w.hold_id)}::uuid[],
      ${rows.map((w) => w.requested_at)}::timestamptz[])`.execute(tx)
}

export type Kept = { id: string; userId: bigint; state: string; held: string }

/**
 * Suspends these users' unpaid withdrawals for `reason`; an empty reason resumes them. @returns those that changed
 */
export async function suspend(tx: Transaction, userIds: readonly bigint[], reason: string): Promise<Kept[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<Kept>`
    with open as (
      select id from finance.withdrawal
       where user_id = any(${userIds}::bigint[])
         and (state in ('in review', 'withdrawing') or (state = 'failure' and released_at is null)) and held <> ${reason}
       order by id for no key update)
    update finance.withdrawal w set held = ${reason}, version = w.version + 1
      from open o where w.id = o.id
    returning w.id, w.user_id as "userId", w.state, w.held`.execute(tx)
  return rows
}

export type Locked = {
  id: string
  userId: bigint
  nickname: string
  bonus: bigint
  usdCents: bigint
  /** What it repaid of the user's debt as it passed, with the transfer; the rest is paid. */
  debtTokens: bigint
  debtCents: bigint
  debtId: string | null
  netCents: bigint
  method: AccountKind
  accountId: number
  accountSince: Date
  digest: string
  sealed: string
  lastFour: string
  state: State
  held: string
  holdId: string
  requestedAt: Date
  decidedById: number | null
  decidedAt: Date | null
  secondById: number | null
  approvalId: string | null
  /** The decision that has not taken effect yet, and whose it is. */
  decisionId: string | null
  decider: string
  releasedAt: Date | null
  claimedBy: number | null
  claimedUntil: Date | null
  claimer: string
}

const unlocked = sql``
const locked = sql`for no key update of w`

async function withdrawalsOf(
  reader: Reader,
  ids: readonly string[],
  lock: typeof locked,
): Promise<Map<string, Locked>> {
  const { rows } = await sql<Locked>`
    select w.id, w.user_id as "userId", u.nickname, w.bonus, w.usd_cents as "usdCents", w.debt_tokens as "debtTokens",
           w.debt_cents as "debtCents", w.debt_id as "debtId", w.net_cents as "netCents", w.method, w.account_id as "accountId", a.first_used_at as "accountSince", a.digest, a.sealed, a.last_four as "lastFour",
           w.state, w.held, w.hold_id as "holdId", w.requested_at as "requestedAt", w.decided_by_id as "decidedById",
           w.decided_at as "decidedAt", w.second_by_id as "secondById", w.approval_id as "approvalId", w.decision_id as "decisionId", coalesce(ds.username, '') as decider, w.released_at as "releasedAt",
           w.claimed_by as "claimedBy", w.claimed_until as "claimedUntil", coalesce(s.username, '') as claimer
      from finance.withdrawal w
      join users.app_user u on u.id = w.user_id
      join finance.payee_account a on a.id = w.account_id
      left join access.staff s on s.id = w.claimed_by
      left join access.decision d on d.id = w.decision_id
      left join access.staff ds on ds.id = d.staff_id
     where w.id = any(${ids}::text[]) order by w.id ${lock}`.execute(reader)
  return new Map(rows.map((row) => [row.id, row]))
}

/** These withdrawals as they are. */
export const readWithdrawals = (reader: Reader, ids: readonly string[]) => withdrawalsOf(reader, ids, unlocked)

/** The same, locked in id order. */
export const lockWithdrawals = (tx: Transaction, ids: readonly string[]) => withdrawalsOf(tx, ids, locked)

export type Decision = { state: State; reason: string; by: string; byId: number; secondById?: number; at: Date }

/** Passed or refused, which ends its claim. */
export const setDecided = (
  tx: Transaction,
  ids: readonly string[],
  { state, reason, by, byId, secondById, at }: Decision,
) =>
  sql`
    update finance.withdrawal
       set state = ${state}, state_reason = ${reason}, decided_at = ${at}, decided_by = ${by}, decided_by_id = ${byId},
           second_by_id = ${secondById ?? null}::int,
           claimed_by = null, claimed_until = null, approval_id = null, decision_id = null, version = version + 1,
           ended_at = case when ${state} = 'audit failed' then ${at}::timestamptz end
     where id = any(${ids}::text[])`.execute(tx)

export type Debt = { id: string; tokens: bigint; cents: bigint; transferId: string | null }

/** What was taken from withdrawals for their users' debts. */
export const setDebts = (tx: Transaction, debts: readonly Debt[]) =>
  sql`
    update finance.withdrawal w set debt_tokens = d.tokens, debt_cents = d.cents, debt_id = d.transfer_id
      from unnest(${debts.map((d) => d.id)}::text[], ${debts.map((d) => d.tokens)}::bigint[], ${debts.map((d) => d.cents)}::bigint[],
                  ${debts.map((d) => d.transferId)}::uuid[]) as d(id, tokens, cents, transfer_id)
     where w.id = d.id`.execute(tx)

/** They wait for a second member of staff. */
export const setWaiting = (tx: Transaction, ids: readonly string[], approvalId: string) =>
  sql`
    update finance.withdrawal
       set approval_id = ${approvalId}, claimed_by = null, claimed_until = null, decision_id = null, version = version + 1
     where id = any(${ids}::text[])`.execute(tx)

/** Decided, for the moment of its effect, which ends its claim. */
export const setDecision = (tx: Transaction, id: string, decisionId: string) =>
  sql`
    update finance.withdrawal
       set decision_id = ${decisionId}, claimed_by = null, claimed_until = null, version = version + 1
     where id = ${id}`.execute(tx)

/** No longer decided: in review again, claimed by the account that decided. */
export const setUndecided = (tx: Transaction, id: string, claim: { by: number; until: Date }) =>
  sql`
    update finance.withdrawal
       set decision_id = null, claimed_by = ${claim.by}, claimed_until = ${claim.until}, version = version + 1
     where id = ${id}`.execute(tx)

export const waitingFor = async (reader: Reader, approvalIds: readonly string[]): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select id from finance.withdrawal where approval_id = any(${approvalIds}::uuid[]) order by id`.execute(reader)
  ).rows.map(({ id }) => id)

/** `by`: who paid it by hand; empty for a batch. */
export type Paid = { id: string; reference: string; proofFileId: string | null; by: string }

export const setPaid = (tx: Transaction, state: State, at: Date, paid: readonly Paid[]) =>
  sql`
    update finance.withdrawal w
       set state = ${state}, state_reason = '', reference = p.reference, proof_file_id = p.proof, paid_by = p.by,
           ended_at = ${at}, version = w.version + 1
      from unnest(${paid.map((p) => p.id)}::text[], ${paid.map((p) => p.reference)}::text[],
                  ${paid.map((p) => p.proofFileId)}::uuid[], ${paid.map((p) => p.by)}::text[])
           as p(id, reference, proof, by)
     where w.id = p.id`.execute(tx)

export const setFailed = (tx: Transaction, failed: readonly { id: string; reason: string }[]) =>
  sql`
    update finance.withdrawal w set state = 'failure', state_reason = f.reason, version = w.version + 1
      from unnest(${failed.map((f) => f.id)}::text[], ${failed.map((f) => f.reason)}::text[]) as f(id, reason)
     where w.id = f.id`.execute(tx)

export const setReleased = (tx: Transaction, ids: readonly string[], reason: string, at: Date) =>
  sql`
    update finance.withdrawal
       set state = 'failure', state_reason = ${reason}, released_at = ${at}, ended_at = ${at}, approval_id = null,
           version = version + 1
     where id = any(${ids}::text[])`.execute(tx)
