import { exportCancel, exportList, exportStatus } from '@greenroom/contract/access'
import type { FastifyInstance } from 'fastify'
import type { Staff } from '../../kit/calls/context.ts'
import { type Served, serve } from '../../kit/calls/serve.ts'
import { wallNow } from '../../kit/clock.ts'
import type { Database } from '../../kit/database/database.ts'
import { isUuid } from '../../kit/random.ts'
import type { Storage } from '../storage.ts'
import { ticketOf } from './exports.address.ts'
import { findExport } from './exports.queries.ts'
import type { Exports } from './exports.service.ts'

export const exportRoutes = (exports: Exports): Served[] => [
  serve(exportStatus, exports.status),
  serve(exportList, exports.list),
  serve(exportCancel, exports.cancel),
]

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
}

/** `GET /files/export/<id>/<name>?…`: the file, for a URL signed by `addressOf`; anything else is 404. */
export function serveExports(
  app: FastifyInstance,
  deps: {
    database: Database
    storage: Storage
    secret: () => Promise<Buffer>
    staffOfSession: (sessionId: string) => Promise<Staff | null>
    /** Whether this account may still call the exported list. */
    mayFetch: Exports['mayFetch']
  },
): void {
  app.get<{ Params: { id: string; name: string } }>('/files/export/:id/:name', async (request, reply) => {
    void reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
    const { id } = request.params
    const now = wallNow()
    const ticket = isUuid(id) ? ticketOf(await deps.secret(), id, request.query as Record<string, unknown>, now) : null
    const staff = ticket && (await deps.staffOfSession(ticket.sessionId))
    const found = staff ? await findExport(deps.database, staff.id, id, now) : undefined
    const row = staff && found && deps.mayFetch(found, staff) ? found : undefined
    const stream = row?.state === 'done' && row.storage_key ? await deps.storage.get(row.storage_key) : null
    if (!row || !stream) return reply.code(404).type('text/plain; charset=utf-8').send('This link has expired.')
    const plain = request.params.name.replace(/[^\w.-]/g, '_')
    const encoded = encodeURIComponent(request.params.name.replace(/[^\p{L}\p{N}.-]/gu, '_'))
    return reply
      .type(types[row.format])
      .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`)
      .header('content-security-policy', "sandbox; default-src 'none'")
      .send(stream)
  })
}
