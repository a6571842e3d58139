// Actions on withdrawals in the list.
import {
  withdrawalByHand,
  withdrawalsPassed,
  withdrawalsRefused,
  withdrawalsReleased,
} from '@greenroom/contract/sentences/withdrawals'
import { withdrawalManual, withdrawalPass, withdrawalRefuse, withdrawalRelease } from '@greenroom/contract/withdrawals'
import { IconArrowBackUp, IconCash, IconCheck, IconX } from '@tabler/icons-react'
import { batchOf, defineAction } from '../../../action/action.ts'
import { type Reason, reasonForm } from '../../../action/forms.ts'
import { proofForm, proofOf } from '../../../action/proof/proof.ts'
import type { Proof } from '../../../action/proof/proofValues.ts'
import { call } from '../../../api/call.ts'
import type { Withdrawal } from './parts.tsx'

const paymentsOf = (rows: readonly Withdrawal[]) =>
  rows.map(({ user, usdCents }) => ({ user: { id: user.userId, nickname: user.nickname }, usdCents }))

const pass = defineAction<Withdrawal, undefined, string>({
  id: 'finance.withdrawal.pass',
  icon: IconCheck,
  key: 'pass',
  confirm: true,
  may: (row) => row.can.pass,
  batch: batchOf(withdrawalPass, () => ({})),
  message: (rows, _, form) => withdrawalsPassed(form, paymentsOf(rows)),
})

const refuse = defineAction<Withdrawal, Reason, string>({
  id: 'finance.withdrawal.refuse',
  icon: IconX,
  key: 'fail',
  may: (row) => row.can.refuse,
  form: reasonForm,
  batch: batchOf(withdrawalRefuse, ({ reason }: Reason) => ({ reason })),
  message: (rows, _, form) => withdrawalsRefused(form, paymentsOf(rows)),
})

const manual = defineAction<Withdrawal, Proof, string>({
  id: 'finance.withdrawal.manual',
  icon: IconCash,
  single: true,
  may: (row) => row.can.manual,
  form: proofForm,
  run: ([withdrawalId = ''], input) => call(withdrawalManual, { withdrawalId, ...proofOf(input) }),
  message: (rows, _, form) => withdrawalByHand(form, paymentsOf(rows)[0]!),
})

const release = defineAction<Withdrawal, Reason, string>({
  id: 'finance.withdrawal.release',
  icon: IconArrowBackUp,
  danger: true,
  may: (row) => row.can.release,
  form: reasonForm,
  batch: batchOf(withdrawalRelease, ({ reason }: Reason) => ({ reason })),
  message: (rows, _, form) => withdrawalsReleased(form, paymentsOf(rows)),
})

export const withdrawalActions = [pass, refuse, manual, release]
