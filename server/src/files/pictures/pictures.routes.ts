import { fileUpload } from '@greenroom/contract/access'
import type { FastifyInstance } from 'fastify'
import { type Served, serve } from '../../kit/calls/serve.ts'
import type { Database } from '../../kit/database/database.ts'
import type { Storage } from '../storage.ts'
import { findPicture } from './pictures.queries.ts'
import { upload } from './pictures.service.ts'

/** `fileUrl` is the prefix of `<id>.<ext>`. */
export const pictureRoutes = (deps: { storage: Storage; fileUrl: string }): Served[] => [
  // The multipart reader adds `file` to the parsed fields.
  serve(fileUpload, (context, payload) =>
    upload(context, deps.storage, deps.fileUrl, payload as typeof payload & { file: Buffer | undefined }),
  ),
]

const named = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?:png|jpg|webp|gif|json|mp4)$/
const year = 31_536_000

/**
 * `GET /files/<id>.<ext>`: public to those who know the id, which cannot be guessed. Headers keep a picture from
 * running as a page; the content of an id never changes.
 */
export function servePictures(app: FastifyInstance, deps: { database: Database; storage: Storage }): void {
  app.get<{ Params: { name: string } }>('/files/:name', async (request, reply) => {
    const missing = () => reply.code(404).header('cache-control', 'no-store').send({ error: 'not found' })
    const { name } = request.params
    const id = named.exec(name)?.[1]
    const picture = id ? await findPicture(deps.database, id) : undefined
    if (!picture || !picture.storage_key.endsWith(name)) return missing()
    const etag = `"${picture.sha256.toString('base64url')}"`
    void reply
      .header('cache-control', `public, max-age=${year}, immutable`)
      .header('etag', etag)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('cross-origin-resource-policy', 'cross-origin')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const stream = await deps.storage.get(picture.storage_key)
    if (!stream) return missing()
    return reply.type(picture.mime).send(stream)
  })
}
