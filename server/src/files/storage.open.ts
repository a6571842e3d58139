// Opens the configured storage: disk or S3-compatible.
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { diskStorage } from './storage.disk.ts'
import type { Storage } from './storage.ts'

/** The S3 client is large, so it is loaded only if used. */
export async function openStorage(config: Config): Promise<Storage> {
  if (config.S3_BUCKET === undefined) return diskStorage(join(config.DATA_DIR, 'files'))
  return openBucket(config, config.S3_BUCKET)
}

/** Opens a bucket with the configured keys, or as the role of the machine. */
export async function openBucket(config: Config, bucket: string): Promise<Storage> {
  const { s3Storage } = await import('./storage.s3.ts')
  return s3Storage({
    bucket,
    region: config.S3_REGION,
    endpoint: config.S3_ENDPOINT,
    keys: config.S3_ROLE
      ? undefined
      : { accessKeyId: config.S3_ACCESS_KEY_ID ?? '', secretAccessKey: config.S3_SECRET_ACCESS_KEY ?? '' },
  })
}
