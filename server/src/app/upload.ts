// Reads a multipart body: its fields and at most one file.
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuseBecause } from '../kit/calls/refusal.ts'

/** Hard limit: larger bodies are not read at all (413). The call checks its own limit, with a catalogue code. */
const hardLimit = 8 * 1024 * 1024

export const readMultipart = (app: FastifyInstance) =>
  app.register(multipart, {
    limits: { fileSize: hardLimit, files: 1, fields: 20, fieldSize: 64 * 1024, parts: 21, headerPairs: 100 },
  })

export type UploadedForm = { fields: Record<string, string>; file: Buffer | undefined }

/**
 * @throws Refusal 10009 `body` for a body that is malformed or not multipart.
 * @throws an error with `statusCode` 413 for a file above the hard limit.
 */
export async function readUpload(request: FastifyRequest): Promise<UploadedForm> {
  const form: UploadedForm = { fields: {}, file: undefined }
  if (!request.isMultipart()) return form
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') form.fields[part.fieldname] = String(part.value)
      else if (part.fieldname === 'file') form.file = await part.toBuffer()
      else part.file.resume()
    }
    return form
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 413) throw error
    throw refuseBecause(10009, 'body', 'body.multipart')
  }
}
