import { auditPicturePath } from '@greenroom/contract/audits'
import { basePath } from '@greenroom/contract/call'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isOutside, levelOn, type Staff } from '../../../kit/calls/context.ts'
import type { Database } from '../../../kit/database/database.ts'
import type { PictureFetcher } from './auditPictures.fetch.ts'
import { itemPictures, reportPictures } from './auditPictures.queries.ts'
import { menusFor, requestOf, showsAllKinds } from './auditPictures.rules.ts'

const keptSeconds = 600

/**
 * `GET /cms/audit/picture?kind=…&id=…&index=…`: the n-th picture, from 0, of an item or a report (its evidence, then the pictures of the
 * reported post). Not a declared call: it requires the `token` header and answers bytes, or 401 without a session, 403 without the menu
 * or for a guild's or agent's account, 404 if there is no such picture, 502 if the app does not return it.
 */
export function serveAuditPictures(
  app: FastifyInstance,
  deps: {
    database: Database
    authenticate: (token: string) => Promise<Staff | null>
    pictures: Pick<PictureFetcher, 'fetch'>
  },
): void {
  const { database, pictures } = deps
  app.get(`${basePath}${auditPicturePath}`, async (request, reply) => {
    const no = (status: number, error: string): FastifyReply =>
      reply.code(status).header('cache-control', 'no-store').send({ error })
    const { token } = request.headers
    const staff = typeof token === 'string' && token !== '' ? await deps.authenticate(token) : null
    if (!staff) return no(401, 'no session')
    const requested = requestOf(request.query as Record<string, unknown>)
    if (!requested) return no(404, 'not found')
    const { kind, id, index } = requested
    const open = menusFor(kind).filter((menu) => levelOn(staff, menu) > 0)
    // Submissions are platform data, whatever menus a guild's or agent's account has.
    if (isOutside(staff) || open.length === 0) return no(403, 'no permission')
    const all = showsAllKinds(open) ? null : kind
    const urls = kind === 'report' ? await reportPictures(database, id) : await itemPictures(database, id, all)
    const url = urls?.[index]
    if (url === undefined) return no(404, 'not found')
    const picture = await pictures.fetch(url)
    if (!picture) return no(502, 'the picture is not available')
    return (
      reply
        .header('cache-control', `private, max-age=${keptSeconds}`)
        .header('x-content-type-options', 'nosniff')
        // Nothing in a picture may run, even if it is opened as a page.
        .header('content-security-policy', "sandbox; default-src 'none'")
        .type(picture.type)
        .send(picture.bytes)
    )
  })
}
