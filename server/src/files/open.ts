// Opens the storage that the settings name: on disk, or S3-compatible.
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { diskStorage } from './disk.ts'
import type { Storage } from './storage.ts'

/** Opens what the settings name. The S3 client is loaded only where it is used: it is large. */
export async function openStorage(config: Config): Promise<Storage> {
  if (config.S3_BUCKET === undefined) return diskStorage(join(config.DATA_DIR, 'files'))
  return openBucket(config, config.S3_BUCKET)
}

/** Opens a bucket with the settings' credentials. */
export async function openBucket(config: Config, bucket: string): Promise<Storage> {
  const { s3Storage } = await import('./s3.ts')
  return s3Storage({
    bucket,
    region: config.S3_REGION,
    endpoint: config.S3_ENDPOINT,
    accessKeyId: config.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: config.S3_SECRET_ACCESS_KEY ?? '',
  })
}
