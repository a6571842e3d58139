// Actions of staff on guilds' requests.
import { payoutPay, payoutRequestDecide } from '@greenroom/contract/payouts'
import { guildsPaid, payoutsDecided } from '@greenroom/contract/sentences/guildMoney'
import { IconCash, IconCheck, IconListDetails, IconX } from '@tabler/icons-react'
import { batchOf, defineAction } from '../../../action/action.ts'
import { type Reason, reasonForm } from '../../../action/forms.ts'
import { proofForm, proofOf } from '../../../action/proof/proof.ts'
import type { Proof } from '../../../action/proof/proofValues.ts'
import { call } from '../../../api/call.ts'
import type { Request } from './parts.tsx'

const paymentsOf = (rows: readonly Request[]) => rows.map(({ guildName, usdCents }) => ({ guild: guildName, usdCents }))

const show = defineAction<Request>({
  id: 'guilds.payout.show',
  icon: IconListDetails,
  may: () => true,
  drawer: 'show',
})

const agree = defineAction<Request>({
  id: 'guilds.payout.agree',
  icon: IconCheck,
  confirm: true,
  may: (row) => row.can.agree,
  batch: batchOf(payoutRequestDecide, () => ({ decision: 'agree' as const })),
  message: (rows, _input, form) => payoutsDecided(form, 'agree', paymentsOf(rows)),
})

const refuse = defineAction<Request, Reason>({
  id: 'guilds.payout.refuse',
  icon: IconX,
  danger: true,
  may: (row) => row.can.refuse,
  form: reasonForm,
  batch: batchOf(payoutRequestDecide, ({ reason }: Reason) => ({ decision: 'refuse' as const, reason })),
  message: (rows, _input, form) => payoutsDecided(form, 'refuse', paymentsOf(rows)),
})

const pay = defineAction<Request, Proof>({
  id: 'guilds.payout.pay',
  icon: IconCash,
  may: (row) => row.can.pay,
  form: proofForm,
  run: (ids, input) => call(payoutPay, { ids, ...proofOf(input) }),
  message: (rows, _input, form) => guildsPaid(form, paymentsOf(rows)),
})

export const staffActions = [show, agree, pay, refuse]
export const leaderActions = [show]
