// Serves `/r/<code>`: whether a receipt that somebody was shown is true. Nobody signs in; a code cannot be guessed (80 random bits).
import { publicCode } from '@greenroom/contract/fields'
import type { FastifyInstance } from 'fastify'
import { mayTry } from '../../../access/index.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Database } from '../../../kit/database/database.ts'
import { acceptedLanguage } from '../../../texts/acceptedLanguage.ts'
import { type ReceiptState, receiptPage, receipts, stateOf } from './receipt.page.ts'
import { checkedReceipt } from './receipt.queries.ts'

/** Of one network. */
const checksPerMinute = 30
const statusOf: Record<ReceiptState, number> = { valid: 200, partly: 200, void: 200, unknown: 404, busy: 429 }

/** Registers `/r/…`. */
export function serveReceipts(
  app: FastifyInstance,
  { database, clock, timeZone }: { database: Database; clock: Clock; timeZone: () => string },
): void {
  app.get('/r/:code', async (request, reply) => {
    const { code } = request.params as { code: string }
    const read = { language: acceptedLanguage(request.headers['accept-language'] ?? ''), zone: timeZone() }
    const isAllowed = await mayTry({ database, ip: request.ip }, 'receipt', checksPerMinute)
    const checked = isAllowed && publicCode.test(code) ? await checkedReceipt(database, code, clock.now()) : undefined
    const state = isAllowed ? stateOf(checked) : 'busy'
    return receipts.send(reply, statusOf[state], receiptPage(state, checked, read))
  })
}
