// Serves `/j/<code>`: the page of a guild's link asks for the visitor's id in the app. Nobody signs in, and nobody learns who has an account:
// the answer to every number is the same. The invitation itself is accepted in the app.
import { publicCode } from '@greenroom/contract/fields'
import { wholeOf } from '@greenroom/contract/typedAmounts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mayTry } from '../../../access/index.ts'
import type { Clock } from '../../../kit/clock.ts'
import { type Database, inTransaction } from '../../../kit/database/database.ts'
import { acceptedLanguage } from '../../../texts/acceptedLanguage.ts'
import { type JoinState, joining, joinPage } from './inviteLink.page.ts'
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
    joining.send(
      reply,
      statusOf[state],
      joinPage(state, guild, acceptedLanguage(request.headers['accept-language'] ?? '')),
    )

  /** The guild behind the address; false if this network tries too often. */
  const behind = async (request: Request, perMinute: number) => {
    if (!(await mayTry({ database, ip: request.ip }, `invite link ${request.method}`, perMinute))) return false
    const { code } = request.params
    return publicCode.test(code) ? guildBehind(database, code) : undefined
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
