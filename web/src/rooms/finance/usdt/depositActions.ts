// Actions on deposits: two members of staff match or reject them and undo a match, one explains vanished ones.

import { usdtInExplain, usdtInMatch, usdtInReject, usdtInUnmatch } from '@greenroom/contract/chain'
import {
  depositMatched,
  depositRejected,
  depositsExplained,
  depositUnmatched,
} from '@greenroom/contract/sentences/chain'
import { wholeOf } from '@greenroom/contract/typedAmounts'
import { IconLink, IconPencil, IconUnlink, IconX } from '@tabler/icons-react'
import { batchOf, defineAction } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { call } from '../../../api/call.ts'
import { usdt } from '../../../format/number.ts'
import type { Deposit, Match } from './DepositState.tsx'

export const match = defineAction<Deposit, Match, string>({
  id: 'finance.deposit.match',
  icon: IconLink,
  single: true,
  may: (row) => row.can.match,
  form: () => import('./matchForm.tsx'),
  run: ([id], { ownerKind, ownerId, reason }) =>
    call(usdtInMatch, { id: id!, ownerKind, ownerId: wholeOf(ownerId), reason }),
  message: ([row], { ownerKind, ownerId }, form) =>
    depositMatched(form, { usdtMicros: row!.usdtMicros, owner: `${ownerKind} ${ownerId}` }),
})

const reject = defineAction<Deposit, Reason, string>({
  id: 'finance.deposit.reject',
  icon: IconX,
  danger: true,
  single: true,
  may: (row) => row.can.reject,
  form: reasonForm,
  run: ([id], { reason }) => call(usdtInReject, { id: id!, reason }),
  message: ([row], _, form) => depositRejected(form, { usdtMicros: row!.usdtMicros }),
})

/** `60.00 USDT · 38f2b143`: what staff know it by. */
export const nameOfDeposit = ({ usdtMicros, transaction }: Pick<Deposit, 'usdtMicros' | 'transaction'>): string =>
  `${usdt(usdtMicros, 'en')} · ${transaction.slice(0, 10)}`

const ownerOf = ({ payer }: Deposit) => (payer === null ? '' : `${payer.kind} ${payer.id}`)

const unmatch = defineAction<Deposit, Reason, string>({
  id: 'finance.deposit.unmatch',
  icon: IconUnlink,
  danger: true,
  single: true,
  may: (row) => row.can.unmatch,
  form: reasonForm,
  run: ([id], { reason }) => call(usdtInUnmatch, { id: id!, reason }),
  message: ([row], _, form) => depositUnmatched(form, { usdtMicros: row!.usdtMicros, owner: ownerOf(row!) }),
})

const explain = defineAction<Deposit, Reason, string>({
  id: 'finance.deposit.explain',
  icon: IconPencil,
  may: (row) => row.can.explain,
  form: reasonForm,
  batch: batchOf(usdtInExplain, ({ reason }: Reason) => ({ reason })),
  message: (rows) => depositsExplained(rows.length),
})

export const depositActions = [match, reject, unmatch, explain]
