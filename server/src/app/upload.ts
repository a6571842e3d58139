// Reads a multipart body: its fields, and the one file it may carry.
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuseBecause } from '../kit/refusal.ts'

/** Beyond this a body is not read at all (413); what is allowed is for the call to say, by a code of the catalogue. */
const hardLimit = 8 * 1024 * 1024

export const readMultipart = (app: FastifyInstance) =>
  app.register(multipart, {
    limits: { fileSize: hardLimit, files: 1, fields: 20, fieldSize: 64 * 1024, parts: 21, headerPairs: 100 },
  })

export type UploadedForm = { fields: Record<string, string>; file: Buffer | undefined }

/**
 * @throws Refusal 10009 `body` for what is not multipart, or broken.
 * @throws an error with `statusCode` 413 for a file beyond the hard limit.
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
