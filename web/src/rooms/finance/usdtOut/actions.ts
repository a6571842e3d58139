// Actions on payment instructions.
import type { Answer, RecordOf } from '@greenroom/contract/call'
import { type usdtOutList, usdtOutTake, usdtOutWithdraw } from '@greenroom/contract/chain'
import { instructionsExported, instructionsWithdrawn } from '@greenroom/contract/sentences/chain'
import { IconArrowBackUp, IconFileExport, IconRepeat } from '@tabler/icons-react'
import { batchOf, defineAction } from '../../../action/action.ts'
import { type Reason, reasonForm } from '../../../action/forms.ts'
import { call } from '../../../api/call.ts'
import { saveCsv } from '../../../charts/csv.ts'

export type Instruction = RecordOf<typeof usdtOutList>

const sumOf = (rows: readonly Instruction[]) => ({
  count: rows.length,
  usdtMicros: rows.reduce((sum, row) => sum + row.usdtMicros, 0),
})

/** USDT with all its decimals, as wallets read amounts. */
const exact = (micros: number): string =>
  `${Math.floor(micros / 1_000_000)}.${String(micros % 1_000_000).padStart(6, '0')}`

/** A file for each batch, with the payments for the owner's wallet. */
function hand({ batches }: Answer<typeof usdtOutTake>): void {
  for (const { batch, chain, lines } of batches)
    saveCsv(`usdt ${chain} batch ${batch}`, [
      ['instruction', 'chain', 'contract', 'address', 'usdt'],
      ...lines.map((line) => [line.id, line.chain, line.contract, line.address, exact(line.usdtMicros)]),
    ])
}

async function exported(ids: number[], again: boolean) {
  const answer = await call(usdtOutTake, { ids, again })
  hand(answer)
  return answer
}

const take = defineAction<Instruction>({
  id: 'finance.instruction.take',
  icon: IconFileExport,
  confirm: true,
  may: (row) => row.can.take,
  run: (ids) => exported(ids, false),
  message: (rows) => instructionsExported(sumOf(rows), false),
})

const takeAgain = defineAction<Instruction>({
  id: 'finance.instruction.takeAgain',
  icon: IconRepeat,
  danger: true,
  may: (row) => row.can.takeAgain,
  run: (ids) => exported(ids, true),
  message: (rows) => instructionsExported(sumOf(rows), true),
})

const withdraw = defineAction<Instruction, Reason>({
  id: 'finance.instruction.withdraw',
  icon: IconArrowBackUp,
  danger: true,
  may: (row) => row.can.withdraw,
  form: reasonForm,
  batch: batchOf(usdtOutWithdraw, ({ reason }: Reason) => ({ reason })),
  message: (rows) => instructionsWithdrawn(sumOf(rows)),
})

export const instructionActions = [take, takeAgain, withdraw]
