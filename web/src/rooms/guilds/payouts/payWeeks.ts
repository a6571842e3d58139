// Paying approved weeks with proof, one or many. Above the limit it waits for a second member of staff.
import { weekPay } from '@greenroom/contract/payouts'
import { guildsPaid } from '@greenroom/contract/sentences/guildMoney'
import { IconCash } from '@tabler/icons-react'
import { defineAction } from '../../../action/action.ts'
import { proofForm, proofOf } from '../../../action/proof/proof.ts'
import type { Proof } from '../../../action/proof/proofValues.ts'
import { call } from '../../../api/call.ts'
import { readSession } from '../../../session/session.ts'

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
export const payWeeks = <R extends Row>() =>
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
