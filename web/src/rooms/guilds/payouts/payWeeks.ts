// Paying approved weeks with proof, one or many: an action for lists of settlements. Over the limit it waits for a second
// member of staff.
import { weekPay } from '@greenroom/contract/payouts'
import { guildsPaid } from '@greenroom/contract/sentences/guildMoney'
import { IconCash } from '@tabler/icons-react'
import { defineAction } from '../../../action/action.ts'
import { call } from '../../../api/call.ts'
import { proofForm, proofOf } from './proof.ts'
import type { Proof } from './proofValues.ts'

/** A settlement, by its id. */
type Row = { id: number; guildName: string; week: string; payableCents: number; paidCents: number }

/** `may` says whether a row can be paid, or the key of the reason why not. */
export const payWeeks = <R extends Row>(may: (row: R) => true | string) =>
  defineAction<R, Proof>({
    id: 'guilds.week.pay',
    icon: IconCash,
    may,
    form: proofForm,
    run: (ids, input) => call(weekPay, { ids, ...proofOf(input) }),
    told: (rows, _input, form) =>
      guildsPaid(
        form,
        rows.map((row) => ({ guild: row.guildName, usdCents: row.payableCents - row.paidCents, week: row.week })),
      ),
  })
