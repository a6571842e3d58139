// Storage in S3 or what speaks like it. A large object goes up in parts of 5 MiB, two at a time, so memory stays flat.
import { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { checkKey, type Storage } from './storage.ts'

export type S3Settings = {
  bucket: string
  region: string
  endpoint: string | undefined
  accessKeyId: string
  secretAccessKey: string
}

export function s3Storage(settings: S3Settings): Storage {
  const { bucket: Bucket, endpoint } = settings
  const client = new S3Client({
    region: settings.region,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // Others than Amazon seldom have a host name a bucket, nor the newer checksums.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return {
    async put(key, bytes) {
      let size = 0
      const counted = async function* () {
        for await (const chunk of bytes) {
          size += chunk.byteLength
          yield chunk
        }
      }
      const Body = Readable.from(counted(), { objectMode: false })
      await new Upload({ client, params: { Bucket, Key: checkKey(key), Body }, queueSize: 2 }).done()
      return size
    },
    async get(key, range) {
      try {
        const answer = await client.send(
          new GetObjectCommand({
            Bucket,
            Key: checkKey(key),
            ...(range && { Range: `bytes=${range.start}-${range.end}` }),
          }),
        )
        return answer.Body as Readable
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: checkKey(key) }))
    },
  }
}
