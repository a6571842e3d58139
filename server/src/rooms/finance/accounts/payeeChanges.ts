// Changes of payout accounts, alike for every kind of payee: entered and approved by two members of staff, in force a day
// later; the full account is revealed for a reason, which is logged.

import type { OperationKey } from '@greenroom/contract/operations'
import type { MenuKey } from '@greenroom/contract/screens'
import type { Sentence } from '@greenroom/contract/sentences/words'
import { z } from 'zod'
import { type ApprovalKind, type Approvals, defineApproval, type WaitingKind } from '../../../access/index.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { partiesOfPayees } from '../../../kit/calls/parties.ts'
import { because, refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import type { Seals } from '../../../kit/encryption/index.ts'
import { record } from '../../../log/index.ts'
import { type Telling, tell } from '../../../notify/index.ts'
import type { Params } from '../../../params/index.ts'
import {
  type Account,
  type AccountKind,
  accountFault,
  effectiveFrom,
  lastFourOf,
  normalisedAccount,
  shownState,
} from './payeeAccounts.rules.ts'
import { openAccount } from './payeeAccounts.sealed.ts'
import type { PayeeAccount, payeeAccounts } from './payeeAccounts.ts'

type Brief = { kind: AccountKind; lastFour: string }

type Kind<Payee> = {
  accounts: ReturnType<typeof payeeAccounts>
  /** The kind of its approvals, and the menu whose staff approve. */
  approval: WaitingKind
  menu: MenuKey
  /** The operation that enters one. */
  operation: OperationKey
  /** The name of the payee's id in logs: `agentId`. */
  idField: string
  /** The payee, locked. @throws Refusal 10032 */
  lock(this: void, tx: Transaction, payeeId: number): Promise<Payee>
  changed(form: 'request' | 'done', payee: Payee, account: Brief): Sentence
  revealed(payee: Payee, account: Brief): Sentence
  /** Who is told that one was accepted, as which moment; nobody without it. */
  told?: (payeeId: number) => Pick<Telling, 'moment' | 'to'>
}

/** An account as it was typed, normalised. @throws Refusal 10009 for a number that cannot be */
export function goodAccount(sent: Account): Account {
  const account = normalisedAccount(sent)
  const fault = accountFault(account)
  if (fault === 'payout.iban' || fault === 'payout.address') throw refuseBecause(10009, 'account', fault)
  return account
}

/** Entering, approving and revealing the accounts of one kind of payee. */
export function payeeChanges<Payee>({
  accounts,
  approval,
  menu,
  operation,
  idField,
  lock,
  told,
  ...sentences
}: Kind<Payee>) {
  const briefOf = (payeeId: number, { kind, lastFour }: Brief) => ({ [idField]: payeeId, kind, lastFour })
  return {
    /** The newest accounts of a payee as staff see them. */
    async shown(this: void, approvals: Approvals, reader: Reader, payeeId: number, now: Date) {
      const rows = await accounts.accountsOf(reader, payeeId)
      const waiting = rows.length === 0 ? undefined : await approvals.waitingOn(reader, approval, now)
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
    },

    /** Enters an account of a locked payee and requests its approval. */
    async enter(
      tx: Transaction,
      context: Context,
      { approvals, seals }: { approvals: Approvals; seals: Seals },
      entered: { payeeId: number; payee: Payee; account: Account },
    ) {
      const { payeeId, payee, account } = entered
      const brief = { kind: account.kind, lastFour: lastFourOf(account) }
      const before = (await accounts.accountsOf(tx, payeeId)).find(({ state }) => state === 'effective')
      const by = staffOf(context).username
      const accountId = await accounts.addAccount(tx, { payeeId, ...brief, by, at: context.now })
      const approvalId = await approvals.ask(tx, context, {
        kind: approval,
        subject: String(accountId),
        payload: { accountId },
        before: before ? briefOf(payeeId, before) : null,
        after: briefOf(payeeId, brief),
        reason: '',
        title: sentences.changed('request', payee, brief),
      })
      await accounts.setSealed(tx, seals, accountId, account, approvalId)
      return { accountId, approvalId }
    },

    /** The full account, for staff who pay. */
    async reveal(
      tx: Transaction,
      context: Context,
      seals: Seals,
      { row, payee, reason }: { row: PayeeAccount; payee: Payee; reason: string },
    ) {
      await record(tx, context, {
        target: accounts.ownerOf(row.id),
        content: sentences.revealed(payee, row),
        before: null,
        after: { accountId: row.id, ...briefOf(row.payeeId, row) },
        reason,
      })
      return { account: openAccount(seals, accounts.ownerOf(row.id), row.sealed) }
    },

    /** Once approved, an account waits for the rest of its 24 hours. */
    approval: (params: Params): ApprovalKind =>
      defineApproval({
        kind: approval,
        menu,
        payload: z.object({ accountId: z.number().int() }),
        async concerns(tx, { payload: { accountId } }) {
          const row = await accounts.accountById(tx, accountId)
          return partiesOfPayees(row ? [`${idField.replace('Id', '')}:${row.payeeId}`] : [])
        },
        async stillValid(tx, { payload: { accountId } }) {
          const row = await accounts.accountById(tx, accountId)
          if (!row) return because('approval.gone')
          return row.state === 'waiting' && row.effectiveAt === null ? null : because('payout.replaced')
        },
        async apply(tx, context, { payload: { accountId }, reason }) {
          const row = await accounts.accountById(tx, accountId)
          if (!row) throw new Error(`${accounts.ownerOf(accountId)} disappeared before it was applied`)
          const payee = await lock(tx, row.payeeId)
          // A newer account replaced it before the payee was locked.
          if ((await accounts.accountById(tx, accountId))?.state !== 'waiting')
            throw refuseBecause(1000002, 'accountId', 'payout.replaced')
          const effectiveAt = effectiveFrom(row.createdAt, context.now, params.integer('payout_account_wait_hours'))
          await accounts.setApproved(tx, accountId, staffOf(context).username, effectiveAt)
          const brief = briefOf(row.payeeId, row)
          if (told)
            await tell(tx, context.now, [
              {
                ...told(row.payeeId),
                about: accounts.ownerOf(accountId),
                params: { account: row.lastFour, from: effectiveAt.toISOString() },
              },
            ])
          await record(tx, context, {
            operation,
            target: accounts.ownerOf(accountId),
            content: sentences.changed('done', payee, row),
            before: { ...brief, state: 'waiting' },
            after: { ...brief, state: 'approved', effectiveAt: effectiveAt.toISOString() },
            reason,
          })
        },
      }),
  }
}
