// Actions on settlements, in lists and on their page.
import { weekPay } from '@greenroom/contract/payouts'
import { guildsPaid } from '@greenroom/contract/sentences/guildMoney'
import { settlementDecided } from '@greenroom/contract/sentences/settlement'
import {
  settlementAnswer,
  settlementApprove,
  settlementConfirm,
  settlementDispute,
  settlementRecompute,
} from '@greenroom/contract/settlement'
import {
  IconCalculator,
  IconCash,
  IconChecks,
  IconCircleCheck,
  IconMessageReply,
  IconMessageReport,
} from '@tabler/icons-react'
import { type Action, batchOf, defineAction } from '../../../actions/action.ts'
import { proofForm, proofOf } from '../../../actions/proof.ts'
import type { Proof } from '../../../actions/proofForm.tsx'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { call } from '../../../api/call.ts'
import { readSession } from '../../../session/session.ts'
import { type AnswerInput, type DisputeInput, dayOf } from './disputeInputs.ts'
import type { Settlement } from './SettlementState.tsx'

// Paying approved weeks with proof, one or many. Above the limit it waits for a second member of staff.
type Row = {
  guild: { name: string }
  week: string
  state: string
  payableCents: number
  paidCents: number
  approvedBy: string
}

/** What the screen can check; the server also checks older weeks and requests. */
function mayPay({ state, approvedBy, payableCents }: Row): true | string {
  const session = readSession()
  if (!session?.may('guilds.settleAccounts', 'write')) return 'readOnly'
  if (state === 'paid') return payableCents > 0 ? 'paid' : 'nothingToPay'
  if (state !== 'approved') return 'notApproved'
  return approvedBy === session.user.username ? 'sameApproved' : true
}

/** An action for lists of settlements, by their ids. */
const payWeeks = <R extends Row>() =>
  defineAction<R, Proof>({
    id: 'guilds.settlement.pay',
    icon: IconCash,
    may: mayPay,
    form: proofForm,
    run: (ids, input) => call(weekPay, { ids, ...proofOf(input) }),
    message: (rows, _input, form) =>
      guildsPaid(
        form,
        rows.map((row) => ({ guild: row.guild.name, usdCents: row.payableCents - row.paidCents, week: row.week })),
      ),
  })

const weekOf = (rows: readonly Settlement[]) => {
  const { guild, week } = rows[0]!
  return { ...guild, week }
}
const versionOf = (row: Settlement | undefined) => ({
  settlementId: row?.settlementId ?? 0,
  version: row?.version ?? 0,
})

const confirm = defineAction<Settlement>({
  id: 'guilds.settlement.confirm',
  icon: IconCircleCheck,
  confirm: true,
  single: true,
  may: (row) => row.can.confirm,
  run: (_ids, _input, [row]) => call(settlementConfirm, versionOf(row)),
  message: (rows) => settlementDecided('confirm', weekOf(rows)),
})

const dispute = defineAction<Settlement, DisputeInput>({
  id: 'guilds.settlement.dispute',
  icon: IconMessageReport,
  single: true,
  may: (row) => row.can.dispute,
  form: () => import('./disputeForms.tsx').then(({ disputeForm }) => ({ default: disputeForm })),
  run: (_ids, { reason, lines, days, proofs }, [row]) =>
    call(settlementDispute, {
      ...versionOf(row),
      reason,
      lines,
      ...(days.length > 0 && { days: days.map(dayOf) }),
      ...(proofs.length > 0 && { proofFileIds: proofs.map(({ fileId }) => fileId) }),
    }),
  message: (rows) => settlementDecided('dispute', weekOf(rows)),
})

const answer = defineAction<Settlement, AnswerInput>({
  id: 'guilds.settlement.answer',
  icon: IconMessageReply,
  single: true,
  may: (row) => row.can.answer,
  form: () => import('./disputeForms.tsx').then(({ answerForm }) => ({ default: answerForm })),
  run: (_ids, input, [row]) => call(settlementAnswer, { ...versionOf(row), ...input }),
  message: (rows, { outcome }) => settlementDecided(outcome, weekOf(rows)),
})

const approve = defineAction<Settlement>({
  id: 'guilds.settlement.approve',
  icon: IconChecks,
  confirm: true,
  may: (row) => row.can.approve,
  batch: batchOf(settlementApprove, () => ({})),
  message: (rows) => settlementDecided('approve', weekOf(rows)),
})

const recompute = defineAction<Settlement, Reason>({
  id: 'guilds.settlement.recompute',
  icon: IconCalculator,
  may: (row) => row.can.recompute,
  form: reasonForm,
  batch: batchOf(settlementRecompute, ({ reason }: Reason) => ({ reason })),
  message: (rows) => settlementDecided('recompute', weekOf(rows)),
})

const ofLeader: readonly Action<Settlement>[] = [confirm, dispute]
const ofStaff: readonly Action<Settlement>[] = [approve, payWeeks<Settlement>(), answer, recompute]

/** A leader confirms and disputes; staff approve, pay, answer and recalculate. */
export const settlementActions = (platform: boolean): Action<Settlement>[] => [...(platform ? ofStaff : ofLeader)]
