// Actions on payment instructions.
import type { Answer, RecordOf } from '@greenroom/contract/call'
import { usdtOutExport, type usdtOutList, usdtOutWithdraw } from '@greenroom/contract/chain'
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
function saveFiles({ batches }: Answer<typeof usdtOutExport>): void {
  for (const { batch, chain, lines } of batches)
    saveCsv(`usdt ${chain} batch ${batch}`, [
      ['instruction', 'chain', 'contract', 'address', 'usdt'],
      ...lines.map((line) => [line.id, line.chain, line.contract, line.address, exact(line.usdtMicros)]),
    ])
}

async function exported(ids: number[], again: boolean) {
  const answer = await call(usdtOutExport, { ids, again })
  saveFiles(answer)
  return answer
}

const exportFirst = defineAction<Instruction>({
  id: 'finance.instruction.export',
  icon: IconFileExport,
  confirm: true,
  may: (row) => row.can.export,
  run: (ids) => exported(ids, false),
  message: (rows) => instructionsExported(sumOf(rows), false),
})

const exportAgain = defineAction<Instruction>({
  id: 'finance.instruction.exportAgain',
  icon: IconRepeat,
  danger: true,
  may: (row) => row.can.exportAgain,
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

export const instructionActions = [exportFirst, exportAgain, withdraw]
