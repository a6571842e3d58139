import { amountIn, inUnit, unitNames } from '@greenroom/contract/amounts'
import type { RecordOf } from '@greenroom/contract/call'
import { flowBalance, flowTokenList, flowTransferInfo, flowTransferList, userEntryList } from '@greenroom/contract/flow'
import type { Context } from '../../../kit/context.ts'
import { filtersOf, mapPage } from '../../../kit/paging.ts'
import { refuseBecause } from '../../../kit/refusal.ts'
import { type ExportColumn, type Served, serve, serveList } from '../../../kit/serve.ts'
import { momentOf, spanOf } from '../../../kit/time.ts'
import { countedEntries, purposeWord } from '../../../ledger/index.ts'
import { currencyWord, kindWord, phaseWord } from '../words.ts'
import { balance, entries, transfer, transfers, usersWithoutAccount } from './queries.ts'
import { ownersOf, shownEntry, shownTransfer, shownTransferRow } from './rules.ts'

const columns: ExportColumn<RecordOf<typeof flowTokenList>>[] = [
  { names: { en: 'Occurred', cn: '发生时间' }, value: (entry) => new Date(entry.occurredAt) },
  { names: { en: 'Recorded', cn: '记录时间' }, value: (entry) => new Date(entry.recordedAt) },
  { names: { en: 'Kind', cn: '类型' }, value: (entry, { language }) => kindWord(entry.kind, language) },
  { names: { en: 'Step', cn: '步骤' }, value: (entry, { language }) => phaseWord(entry.phase, language) },
  { names: { en: 'Owner', cn: '所有者' }, value: (entry) => entry.owner },
  { names: { en: 'Account', cn: '账户' }, value: (entry, { language }) => purposeWord(entry.purpose, language) },
  { names: { en: 'Currency', cn: '币种' }, value: (entry, { language }) => currencyWord(entry.currency, language) },
  { names: { en: 'Unit', cn: '单位' }, value: (entry, { language }) => unitNames[entry.currency][language] },
  { names: { en: 'Amount', cn: '金额' }, value: (entry) => amountIn(entry) },
  { names: { en: 'Held', cn: '冻结' }, value: (entry) => amountIn(entry.reserved) },
  {
    names: { en: 'Balance after', cn: '变动后余额' },
    value: (entry) => entry.postedAfter && amountIn(entry.postedAfter),
  },
  { names: { en: 'Reference', cn: '关联单据' }, value: (entry) => entry.reference },
  { names: { en: 'By', cn: '操作人' }, value: (entry) => entry.actor },
  { names: { en: 'Transfer', cn: '流水编号' }, value: (entry) => entry.transferId },
]

type Transfer = RecordOf<typeof flowTransferList>

/** The amount in one currency, a column each, so that spreadsheets can sum them. */
const moved = (currency: Transfer['amounts'][number]['currency']) => (row: Transfer) =>
  row.amounts.find((one) => one.currency === currency)?.amount ?? null

const transferColumns: ExportColumn<Transfer>[] = [
  { names: { en: 'Occurred', cn: '发生时间' }, value: (row) => new Date(row.occurredAt) },
  { names: { en: 'Recorded', cn: '记录时间' }, value: (row) => new Date(row.recordedAt) },
  { names: { en: 'Kind', cn: '类型' }, value: (row, { language }) => kindWord(row.kind, language) },
  { names: { en: 'Step', cn: '步骤' }, value: (row, { language }) => phaseWord(row.phase, language) },
  { names: { en: 'From', cn: '转出方' }, value: (row) => row.from.join(' ') },
  { names: { en: 'To', cn: '转入方' }, value: (row) => row.to.join(' ') },
  { names: { en: 'Tokens', cn: '代币' }, value: moved('TOKEN') },
  { names: { en: 'Bonus', cn: '收益' }, value: moved('BONUS') },
  { names: { en: 'USD micros', cn: '微美元' }, value: moved('USD') },
  { names: { en: 'USDT micros', cn: '微 USDT' }, value: moved('USDT') },
  { names: { en: 'Legs', cn: '分录数' }, value: (row) => row.legs },
  { names: { en: 'Rejection code', cn: '拒绝代码' }, value: (row) => row.refused },
  { names: { en: 'Reference', cn: '关联单据' }, value: (row) => row.reference },
  { names: { en: 'By', cn: '操作人' }, value: (row) => row.actor },
  { names: { en: 'Transfer', cn: '流水编号' }, value: (row) => row.transferId },
]

/** Of several users, those who have no account. */
async function withoutAccount(
  { database }: Context,
  { userId, after }: { userId?: number[] | undefined; after?: string | undefined },
) {
  if (userId === undefined || userId.length < 2 || after !== undefined) return {}
  const missing = await usersWithoutAccount(database, userId)
  return missing.length > 0 && { missing: { userId: missing } }
}

export const tokenRoutes: Served[] = [
  serveList(
    flowTokenList,
    async (context, payload) => {
      const { kind, currency, purpose, reference, counted } = payload
      const where = {
        kind,
        currency,
        purpose,
        reference,
        ...(counted && { ...countedEntries[counted], ...(currency && { currency }) }),
        owner: ownersOf(payload),
        span: spanOf(payload, context.timeZone),
      }
      const page = await entries(context.database, context.scope, where, payload, filtersOf(payload))
      return { ...mapPage(page, shownEntry), ...(await withoutAccount(context, payload)) }
    },
    columns,
  ),
  serveList(
    flowTransferList,
    async (context, payload) => {
      const { kind, reference } = payload
      const where = { kind, reference, owner: ownersOf(payload), span: spanOf(payload, context.timeZone) }
      const page = await transfers(context.database, context.scope, where, payload, filtersOf(payload))
      return { ...mapPage(page, shownTransferRow), ...(await withoutAccount(context, payload)) }
    },
    transferColumns,
  ),
  serve(userEntryList, async (context, payload) => {
    const { kind, currency, purpose, userId } = payload
    const where = {
      kind,
      currency,
      purpose,
      owner: ownersOf({ userId: [userId] }),
      span: spanOf(payload, context.timeZone),
    }
    return mapPage(await entries(context.database, context.scope, where, payload, filtersOf(payload)), shownEntry)
  }),
  serve(flowTransferInfo, async (context, { transferId }) => {
    const found = await transfer(context.database, context.scope, transferId)
    if (!found) throw refuseBecause(10032, 'transferId', 'record.none')
    return shownTransfer(found)
  }),
  serve(flowBalance, async (context, { owner, purpose, currency, atStr }) => {
    const at = atStr === undefined ? undefined : momentOf(atStr, context.timeZone, 'atStr')
    const found = await balance(context.database, context.scope, { owner, purpose, currency }, context.now, at)
    if (!found) throw refuseBecause(10032, 'owner', 'record.none')
    return {
      posted: inUnit(currency, found.posted),
      reserved: inUnit(currency, found.reserved),
      version: Number(found.version),
      at: found.at.toISOString(),
    }
  }),
]
