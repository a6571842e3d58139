// Actions on settlements, in lists and on their page.
import { settlementDecided } from '@greenroom/contract/sentences/settlement'
import {
  settlementAnswer,
  settlementApprove,
  settlementConfirm,
  settlementDispute,
  settlementRecompute,
} from '@greenroom/contract/settlement'
import { IconCalculator, IconChecks, IconCircleCheck, IconMessageReply, IconMessageReport } from '@tabler/icons-react'
import { type Action, batchOf, defineAction } from '../../../action/action.ts'
import { type Reason, reasonForm } from '../../../action/forms.ts'
import { call } from '../../../api/call.ts'
import { payWeeks } from '../payouts/payWeeks.ts'
import { type AnswerInput, type DisputeInput, readLines } from './inputs.ts'
import type { Settlement } from './parts.tsx'

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
  form: () => import('./disputeForm.tsx'),
  run: (_ids, { reason, lines }, [row]) =>
    call(settlementDispute, { ...versionOf(row), reason, lines: readLines(lines).ids }),
  message: (rows) => settlementDecided('dispute', weekOf(rows)),
})

const answer = defineAction<Settlement, AnswerInput>({
  id: 'guilds.settlement.answer',
  icon: IconMessageReply,
  single: true,
  may: (row) => row.can.answer,
  form: () => import('./answerForm.tsx'),
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
