// The list of deductions.
import type { Parsed, RecordOf } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/guildMoney'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import * as queries from './deductions.queries.ts'
import { isPaid, reverseFault } from './deductions.rules.ts'

const shown = (context: Context, row: queries.Deduction): RecordOf<typeof calls.deductionList> => {
  const staff = staffOf(context)
  const isStaff = context.scope.kind === 'platform'
  const why = reverseFault(row.state, row.settled ?? undefined)
  const may =
    isStaff && levelOn(staff, 'guilds.deductions') === 3 ? (why?.slice('deduction.'.length) ?? true) : 'readOnly'
  const { settled, ...rest } = row
  return {
    ...rest,
    usdCents: Number(row.usdCents),
    weekState: settled && (isPaid(settled) ? 'paid' : (settled.state as 'draft')),
    createdBy: isStaff ? row.createdBy : '',
    createdAt: row.createdAt.toISOString(),
    reversedBy: isStaff ? row.reversedBy : '',
    reversedAt: row.reversedAt?.toISOString() ?? null,
    can: { reverse: may as true | string },
  }
}

export async function list(context: Context, payload: Parsed<typeof calls.deductionList>) {
  const page = await queries.deductionPage(context, payload)
  return { ...page, records: page.records.map((row) => shown(context, row)) }
}
