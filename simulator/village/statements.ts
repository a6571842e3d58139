// Two statements of the village's gateways: a confirmed one, with a difference of each kind, and a dry run.
import type { Answer } from '@greenroom/contract/call'
import * as calls from '@greenroom/contract/statements'
import { sql } from 'kysely'
import { textOf } from '../../server/src/kit/time.ts'
import { matchStatement } from '../../server/src/rooms/finance/index.ts'
import type { VillageServices } from './context.ts'
import type { Finance } from './financeStaff.ts'

const day = 86_400_000

type Paid = { reference: string; cents: bigint; fee: bigint; at: Date; back: Date | null }

const settings = {
  delimiter: ',',
  decimal: '.',
  dates: 'iso',
  currency: 'USD',
  columns: { reference: 'Reference', amount: 'Amount', currency: 'Currency', fee: 'Fee', date: 'Date', kind: 'Type' },
  refundWords: ['refund', 'chargeback'],
}
const header = 'Reference,Type,Amount,Currency,Fee,Date'
const dollars = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`

/** A gateway's movements within two days, in the platform's zone. */
async function moved({ database }: VillageServices, gateway: string, from: Date, to: Date): Promise<Paid[]> {
  const { rows } = await sql<Paid>`
    select gateway_reference as reference, usd_cents as cents, fee_usd_cents as fee, paid_at as at,
           case when refunded_at < ${to} then refunded_at end as back
      from finance.recharge_order
     where gateway = ${gateway} and paid_at >= ${from} and paid_at < ${to} and gateway_reference <> '' order by paid_at, id`.execute(
    database,
  )
  return rows
}

const line = ({ reference, cents, fee, at }: Paid, type = 'charge') =>
  [reference, type, dollars(cents), 'USD', dollars(fee), at.toISOString().slice(0, 10)].join(',')

/** The gateway's file. With `odd`, there is one difference of each kind. */
function fileOf(paid: readonly Paid[], odd: boolean): string {
  const lines = paid.flatMap((one, index): string[] => {
    const back = one.back ? [line({ ...one, fee: 0n, at: one.back }, 'refund')] : []
    if (!odd || one.back) return [line(one), ...back]
    const half = { ...one, cents: one.cents / 2n }
    // Missing, too little, in two parts.
    if (index === 3) return []
    if (index === 5) return [line({ ...one, cents: one.cents - 100n })]
    if (index === 8) return [line(half), line({ ...one, cents: one.cents - half.cents, fee: 0n })]
    return [line(one)]
  })
  const [first] = paid
  if (odd && first)
    lines.push(
      line({ ...first, reference: 'unknown-7731', cents: 4_999n }),
      `unknown-7732,charge,n/a,USD,0.30,${first.at.toISOString().slice(0, 10)}`,
    )
  return `${[header, ...lines].join('\n')}\n`
}

/** Loads a file and matches it. */
async function load(services: VillageServices, finance: Finance, at: Date, gateway: string, from: Date, odd: boolean) {
  const to = new Date(from.getTime() + 7 * day)
  const dayText = (moment: Date) => textOf(moment, services.timeZone()).slice(0, 10)
  const paid = await moved(services, gateway, from, to)
  if (paid.length < 10) return undefined
  const { id: mappingId } = await finance.maker<Answer<typeof calls.statementMappingSave>>(
    at,
    calls.statementMappingSave,
    { name: `${gateway}, daily export`, gateway, settings: JSON.stringify(settings) },
  )
  const fromDay = dayText(from)
  const { statementId } = await finance.maker<Answer<typeof calls.statementStart>>(at, calls.statementStart, {
    mappingId,
    fileName: `${gateway}-${fromDay}.csv`,
    fromDay,
    toDay: dayText(new Date(to.getTime() - 1)),
  })
  await finance.upload(at, calls.statementPart, {
    statementId,
    number: 0,
    last: true,
    file: Buffer.from(fileOf(paid, odd)),
  })
  await matchStatement(services.database, statementId, at)
  return statementId
}

/** Plans a confirmed statement, whose differences are looked at a day later, and a dry run. */
export function planStatements(services: VillageServices, finance: Finance, now: Date): void {
  const midnight = new Date(now)
  midnight.setUTCHours(0, 0, 0, 0)
  const ago = (days: number) => new Date(midnight.getTime() - days * day)
  const [confirmed, draft] = [new Date(now.getTime() - 5 * day), new Date(now.getTime() - 0.4 * day)]
  const follow = async (statementId: number, at: Date) => {
    const { records } = await finance.maker<Answer<typeof calls.differenceList>>(at, calls.differenceList, {
      statementId,
    })
    const of = (kind: string) => records.find((one) => one.kind === kind)?.id
    const [less, unknown] = [of('amount'), of('unreadable')]
    if (less !== undefined)
      await finance.maker(at, calls.differenceNote, { differenceId: less, text: 'Asked the gateway, ticket 4471.' })
    if (unknown !== undefined)
      await finance.maker(at, calls.differenceClose, {
        ids: [unknown],
        close: true,
        reason: 'A line of the gateway’s own fee.',
      })
  }
  services.later(confirmed, async () => {
    const statementId = await load(services, finance, confirmed, 'card', ago(13), true)
    if (statementId === undefined) return
    const { version } = await finance.maker<Answer<typeof calls.statementInfo>>(confirmed, calls.statementInfo, {
      statementId,
    })
    await finance.maker(confirmed, calls.statementConfirm, {
      statementId,
      version,
      reason: 'First week of the export.',
    })
    const later = new Date(confirmed.getTime() + day)
    services.later(later, () => follow(statementId, later))
  })
  services.later(draft, () => load(services, finance, draft, 'google', ago(7), false))
}
