import { amountIn, inUnit } from '@greenroom/contract/amounts'
import type { RecordOf } from '@greenroom/contract/call'
import {
  flowBalance,
  flowDetached,
  flowTokenList,
  flowTransferInfo,
  flowTransferList,
  userEntryList,
} from '@greenroom/contract/flow'
import type { Context } from '../../kit/calls/context.ts'
import { refuseBecause } from '../../kit/calls/refusal.ts'
import { type ExportColumn, type Served, serve, serveList } from '../../kit/calls/serve.ts'
import { detachedMonths, spansOf } from '../../kit/database/detachedMonths.ts'
import { filtersOf, mapPage } from '../../kit/database/paging.ts'
import { idAt } from '../../kit/random.ts'
import { momentOf, spanOf } from '../../kit/time.ts'
import { countedEntries, entriesSince, purposeWord } from '../../ledger/index.ts'
import { optionText } from '../../texts/catalogue.ts'
import { causesOf } from '../live/index.ts'
import { currencyWord, kindWord, phaseWord } from './flow.words.ts'
import { balance, entries, transfer, transfers, usersWithoutAccount } from './flowEntries.queries.ts'
import { ownersOf, shownEntry, shownTransfer, shownTransferRow } from './flowEntries.rules.ts'

const columns: ExportColumn<RecordOf<typeof flowTokenList>>[] = [
  { heading: 'flow:columns.occurredAt', value: (entry) => new Date(entry.occurredAt) },
  { heading: 'flow:columns.recordedAt', value: (entry) => new Date(entry.recordedAt) },
  { heading: 'flow:columns.kind', value: (entry, { language }) => kindWord(entry.kind, language) },
  { heading: 'flow:columns.phase', value: (entry, { language }) => phaseWord(entry.phase, language) },
  { heading: 'flow:columns.owner', value: (entry) => entry.owner },
  { heading: 'flow:columns.purpose', value: (entry, { language }) => purposeWord(entry.purpose, language) },
  { heading: 'flow:columns.currency', value: (entry, { language }) => currencyWord(entry.currency, language) },
  {
    heading: 'exports:columns.unit',
    value: (entry, { language }) => optionText('exports:options.unit', entry.currency, language),
  },
  { heading: 'flow:columns.amount', value: (entry) => amountIn(entry) },
  { heading: 'flow:columns.reserved', value: (entry) => amountIn(entry.reserved) },
  {
    heading: 'flow:columns.postedAfter',
    value: (entry) => entry.postedAfter && amountIn(entry.postedAfter),
  },
  { heading: 'flow:columns.reference', value: (entry) => entry.reference },
  { heading: 'flow:columns.actor', value: (entry) => entry.actor },
  { heading: 'flow:columns.transferId', value: (entry) => entry.transferId },
]

type Transfer = RecordOf<typeof flowTransferList>

/** The amount in one currency, a column each, so that spreadsheets can sum them. */
const moved = (currency: Transfer['amounts'][number]['currency']) => (row: Transfer) =>
  row.amounts.find((one) => one.currency === currency)?.amount ?? null

const transferColumns: ExportColumn<Transfer>[] = [
  { heading: 'flow:columns.occurredAt', value: (row) => new Date(row.occurredAt) },
  { heading: 'flow:columns.recordedAt', value: (row) => new Date(row.recordedAt) },
  { heading: 'flow:columns.kind', value: (row, { language }) => kindWord(row.kind, language) },
  { heading: 'flow:columns.phase', value: (row, { language }) => phaseWord(row.phase, language) },
  { heading: 'flow:columns.from', value: (row) => row.from.join(' ') },
  { heading: 'flow:columns.to', value: (row) => row.to.join(' ') },
  { heading: 'exports:columns.tokens', value: moved('TOKEN') },
  { heading: 'exports:columns.bonus', value: moved('BONUS') },
  { heading: 'exports:columns.usdMicros', value: moved('USD') },
  { heading: 'exports:columns.usdtMicros', value: moved('USDT') },
  { heading: 'exports:columns.legs', value: (row) => row.legs },
  { heading: 'exports:columns.rejectionCode', value: (row) => row.refused },
  { heading: 'flow:columns.reference', value: (row) => row.reference },
  { heading: 'flow:columns.actor', value: (row) => row.actor },
  { heading: 'flow:columns.transferId', value: (row) => row.transferId },
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
      const page = await entries(context, where, payload, filtersOf(payload))
      return { ...mapPage(page, shownEntry), ...(await withoutAccount(context, payload)) }
    },
    columns,
  ),
  serveList(
    flowTransferList,
    async (context, payload) => {
      const { kind, reference } = payload
      const where = { kind, reference, owner: ownersOf(payload), span: spanOf(payload, context.timeZone) }
      const page = await transfers(context, where, payload, filtersOf(payload))
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
    const page = await entries(context, where, payload, filtersOf(payload))
    const references = page.records.map((entry) => entry.reference)
    const causes = await causesOf(context.database, BigInt(userId), references)
    return mapPage(page, (entry) => ({ ...shownEntry(entry), cause: causes.get(entry.reference) ?? null }))
  }),
  serve(flowTransferInfo, async (context, { transferId }) => {
    const found = await transfer(context.database, context.scope, transferId)
    if (!found) throw refuseBecause(10032, 'transferId', 'record.none')
    const since = await entriesSince(context.database)
    return shownTransfer(found, since !== undefined && transferId.toLowerCase() < idAt(since))
  }),
  serve(flowDetached, async ({ database }) => ({ months: spansOf(await detachedMonths(database, 'ledger')) })),
  serve(flowBalance, async (context, { owner, purpose, currency, atStr }) => {
    const at = atStr === undefined ? undefined : momentOf(atStr, context.timeZone, 'atStr')
    const since = owner === 'platform' || at === undefined ? undefined : await entriesSince(context.database)
    if (since !== undefined && at! < since)
      throw refuseBecause(10032, 'atStr', 'month.detached', {
        months: spansOf(await detachedMonths(context.database, 'ledger')).join(', '),
      })
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
