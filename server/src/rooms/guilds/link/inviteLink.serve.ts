// Serves `/j/<code>`: who opens a guild's link says who she is in the app. Nobody signs in, and nobody learns who has an account: every
// number is thanked for. The invitation itself she accepts in the app.
import { linkCode } from '@greenroom/contract/guildLink.schema'
import { wholeOf } from '@greenroom/contract/typedAmounts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { countTry } from '../../../access/index.ts'
import { Refusal } from '../../../kit/calls/refusal.ts'
import type { Clock } from '../../../kit/clock.ts'
import { type Database, inTransaction } from '../../../kit/database/database.ts'
import { acceptedLanguage } from '../../../texts/acceptedLanguage.ts'
import { type JoinState, joinPage, joinPolicy } from './inviteLink.page.ts'
import { ask, countOpened, guildBehind } from './inviteLink.queries.ts'
import { askedDays } from './inviteLink.service.ts'

/** Of one network. */
const opensPerMinute = 60
const asksPerMinute = 10
const statusOf: Record<JoinState, number> = { form: 200, again: 422, sent: 200, gone: 404, busy: 429 }
const dayMs = 86_400_000

type Request = FastifyRequest<{ Params: { code: string }; Body: { userId?: unknown } | null }>

/** A person's browser went there: neither a preview nor ahead of time. */
const isVisit = ({ headers }: FastifyRequest) =>
  headers['sec-fetch-dest'] === 'document' && headers['sec-purpose'] === undefined

/** Registers `/j/…`. */
export function serveInviteLinks(
  app: FastifyInstance,
  { database, clock }: { database: Database; clock: Clock },
): void {
  const answer = (request: FastifyRequest, reply: FastifyReply, state: JoinState, guild = '') =>
    reply
      .code(statusOf[state])
      .header('content-security-policy', joinPolicy)
      .header('x-robots-tag', 'noindex')
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-store')
      .header('vary', 'accept-language')
      .type('text/html; charset=utf-8')
      .send(joinPage(state, guild, acceptedLanguage(request.headers['accept-language'] ?? '')))

  /** The guild behind the address; false if this network tries too often. */
  const behind = async (request: Request, perMinute: number) => {
    try {
      await countTry({ database, ip: request.ip }, `invite link ${request.method}`, perMinute)
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
    const { code } = request.params
    return linkCode.test(code) ? guildBehind(database, code) : undefined
  }

  app.get('/j/:code', async (request: Request, reply) => {
    const guild = await behind(request, opensPerMinute)
    if (!guild) return answer(request, reply, guild === false ? 'busy' : 'gone')
    if (isVisit(request)) await countOpened(database, guild.id)
    return answer(request, reply, 'form', guild.name)
  })

  app.post('/j/:code', async (request: Request, reply) => {
    const guild = await behind(request, asksPerMinute)
    if (!guild) return answer(request, reply, guild === false ? 'busy' : 'gone')
    const typed = request.body?.userId
    const userId = typeof typed === 'string' ? wholeOf(typed) : Number.NaN
    if (!Number.isSafeInteger(userId) || userId < 1) return answer(request, reply, 'again', guild.name)
    const at = clock.now()
    await inTransaction(database, (tx) =>
      ask(tx, { guildId: guild.id, userId, at, before: new Date(at.getTime() - askedDays * dayMs) }),
    )
    return answer(request, reply, 'sent', guild.name)
  })
}
