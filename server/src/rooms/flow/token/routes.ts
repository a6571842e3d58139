import type { RecordOf } from '@greenroom/contract/call'
import { flowBalance, flowTokenList, flowTransferInfo, userEntryList } from '@greenroom/contract/flow'
import { filtersOf, mapPage } from '../../../kit/paging.ts'
import { refuseField } from '../../../kit/refusal.ts'
import { type ExportColumn, type Served, serve, serveList } from '../../../kit/serve.ts'
import { momentOf, spanOf } from '../../../kit/time.ts'
import { balance, entries, transfer } from './queries.ts'
import { ownerOf, shownEntry, shownTransfer } from './rules.ts'

const columns: ExportColumn<RecordOf<typeof flowTokenList>>[] = [
  { names: { en: 'Happened', cn: '发生时间' }, value: (entry) => new Date(entry.occurredAt) },
  { names: { en: 'Recorded', cn: '记录时间' }, value: (entry) => new Date(entry.recordedAt) },
  { names: { en: 'Kind', cn: '类型' }, value: (entry) => entry.kind },
  { names: { en: 'Step', cn: '步骤' }, value: (entry) => entry.phase },
  { names: { en: 'Owner', cn: '所有者' }, value: (entry) => entry.owner },
  { names: { en: 'Account', cn: '账户' }, value: (entry) => entry.purpose },
  { names: { en: 'Currency', cn: '币种' }, value: (entry) => entry.currency },
  { names: { en: 'Amount', cn: '金额' }, value: (entry) => entry.amount },
  { names: { en: 'Held', cn: '冻结' }, value: (entry) => entry.reserved },
  { names: { en: 'Balance after', cn: '变动后余额' }, value: (entry) => entry.postedAfter },
  { names: { en: 'Reference', cn: '关联单据' }, value: (entry) => entry.reference },
  { names: { en: 'By', cn: '操作方' }, value: (entry) => entry.actor },
  { names: { en: 'Transfer', cn: '转账编号' }, value: (entry) => entry.transferId },
]

export const tokenRoutes: Served[] = [
  serveList(
    flowTokenList,
    async (context, payload) => {
      const { kind, currency, purpose, reference } = payload
      const where = {
        kind,
        currency,
        purpose,
        reference,
        owner: ownerOf(payload),
        span: spanOf(payload, context.timeZone),
      }
      return mapPage(await entries(context.scope, context.database, where, payload, filtersOf(payload)), shownEntry)
    },
    columns,
    { cutOff: true },
  ),
  serve(userEntryList, async (context, payload) => {
    const { kind, currency, purpose, userId } = payload
    const where = { kind, currency, purpose, owner: ownerOf({ userId }), span: spanOf(payload, context.timeZone) }
    return mapPage(await entries(context.scope, context.database, where, payload, filtersOf(payload)), shownEntry)
  }),
  serve(flowTransferInfo, async (context, { transferId }) => {
    const found = await transfer(context.scope, context.database, transferId)
    if (!found) throw refuseField(10032, 'transferId', 'no such transfer')
    return shownTransfer(found)
  }),
  serve(flowBalance, async (context, { owner, purpose, currency, atStr }) => {
    const at = atStr === undefined ? undefined : momentOf(atStr, context.timeZone, 'atStr')
    const found = await balance(context.scope, context.database, { owner, purpose, currency }, context.now, at)
    if (!found) throw refuseField(10032, 'owner', 'no such account')
    return {
      posted: Number(found.posted),
      reserved: Number(found.reserved),
      version: Number(found.version),
      at: found.at.toISOString(),
    }
  }),
]
