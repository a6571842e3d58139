// Storage in S3 or a compatible service. Large objects are uploaded in parts of 16 MiB, two at a time, so memory use is
// constant.
import { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, NoSuchKey, S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { asPeer } from '../kit/telemetry/meter.ts'
import { checkKey, type Storage } from './storage.ts'

export type S3Settings = {
  bucket: string
  region: string
  endpoint: string | undefined
  /** Without, those of the role that the machine or its container has, renewed before they end. */
  keys: { accessKeyId: string; secretAccessKey: string } | undefined
}

/** An object has at most 10,000 parts, so this allows a backup of 160 GB. */
const partBytes = 16 * 2 ** 20

export function s3Storage(settings: S3Settings): Storage {
  const { bucket: Bucket, endpoint } = settings
  const client = new S3Client({
    region: settings.region,
    ...(settings.keys && { credentials: settings.keys }),
    // Other services seldom support a host name per bucket, or the newer checksums.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // A storage that is silent fails the request, which is tried again twice.
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000, throwOnRequestTimeout: true },
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
      const upload = new Upload({
        client,
        params: { Bucket, Key: checkKey(key), Body },
        queueSize: 2,
        partSize: partBytes,
      })
      await asPeer('s3', () => upload.done())
      return size
    },
    async get(key, range) {
      try {
        const wanted = new GetObjectCommand({
          Bucket,
          Key: checkKey(key),
          ...(range && { Range: `bytes=${range.start}-${range.end}` }),
        })
        const answer = await asPeer('s3', () => client.send(wanted))
        return answer.Body as Readable
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    },
    async *list(prefix) {
      for (let ContinuationToken: string | undefined; ; ) {
        const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken }))
        for (const { Key = '', Size = 0, LastModified } of page.Contents ?? [])
          yield { key: Key, size: Size, modified: LastModified ?? new Date(0) }
        if (!page.IsTruncated) return
        ContinuationToken = page.NextContinuationToken
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: checkKey(key) }))
    },
  }
}
