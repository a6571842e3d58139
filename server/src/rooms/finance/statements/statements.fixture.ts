// Statements for tests: a gateway's mapping, its orders, and a file loaded to its dry run.
import { statementMappingSave, statementPart, statementStart } from '@greenroom/contract/statements'
import { statementPartBytes } from '@greenroom/contract/statements.schema'
import { sql } from 'kysely'
import type { Client, TestProduct } from '../../../../test/product.ts'
import { multipart } from '../../../../test/world/base.ts'
import { workOnStatements } from './statements.matching.ts'

const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10)
/** Days of statements and orders, near enough to today that what is missing may still come. */
export const days = {
  before: daysAgo(60),
  from: daysAgo(9),
  paid: daysAgo(7),
  refunded: daysAgo(6),
  late: daysAgo(5),
  to: daysAgo(3),
  afterEnd: daysAgo(2),
}

let last = 0
/** So few that files of a test are matched in several parts. */
const linesPerPart = 2

/** A mapping for files whose header is `Ref,Amount,Currency,Fee,When,Kind`. */
export const aMapping = async (client: Client, gateway: string): Promise<number> =>
  (
    await client.call(statementMappingSave, {
      name: `${gateway} ${++last}`,
      gateway,
      settings: {
        delimiter: ',',
        decimal: '.',
        dates: 'iso',
        currency: 'USD',
        columns: { reference: 'Ref', amount: 'Amount', currency: 'Currency', fee: 'Fee', date: 'When', kind: 'Kind' },
        refundWords: ['refund'],
      },
    })
  ).id

export type OrderOf = {
  gateway: string
  reference: string
  userId: number
  usdCents: number
  day: string
  refunded?: string
}

/** A paid order that a gateway's statement may list; not in the ledger. */
export async function gatewayOrder({ database }: TestProduct, one: OrderOf): Promise<string> {
  const id = `st-${one.gateway}-${++last}`
  const at = `${one.day}T10:00:00Z`
  await sql`
    insert into finance.recharge_order (id, user_id, tokens, usd_cents, gateway, gateway_reference, state, created_at, paid_at, refund, refunded_at)
    values (${id}, ${one.userId}, ${one.usdCents}, ${one.usdCents}, ${one.gateway}, ${one.reference}, 'success', ${at}, ${at},
            ${one.refunded ? 'refund' : 'none'}, ${one.refunded ? `${one.refunded}T10:00:00Z` : null})`.execute(
    database,
  )
  if (one.refunded)
    await sql`insert into finance.order_return (id, order_id, n, kind, at, counts)
      values (uuidv7(), ${id}, 1, 'refund', ${`${one.refunded}T10:00:00Z`}, true)`.execute(database)
  return id
}

/** Loads a file in parts and matches it. */
export async function imported(
  product: TestProduct,
  client: Client,
  gateway: string,
  file: string | Buffer,
  more: { opening?: number; closing?: number } = {},
): Promise<{ statementId: number }> {
  const mappingId = await aMapping(client, gateway)
  const { statementId } = await client.call(statementStart, {
    mappingId,
    fileName: `${gateway}.csv`,
    fromDay: days.from,
    toDay: days.to,
    ...more,
  })
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  for (let number = 0; number === 0 || number * statementPartBytes < bytes.length; number++) {
    const part = bytes.subarray(number * statementPartBytes, (number + 1) * statementPartBytes)
    const isLast = (number + 1) * statementPartBytes >= bytes.length
    const form = multipart({ statementId: String(statementId), number: String(number), last: String(isLast) }, part)
    const answer = await client.send(statementPart, {} as never, form)
    if (answer.code !== 200) throw new Error(`${statementPart.name} refused: ${JSON.stringify(answer)}`)
  }
  while (await workOnStatements(product, linesPerPart));
  return { statementId }
}
