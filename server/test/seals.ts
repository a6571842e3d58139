// Encryption keys for tests without a product's key file.
import { sealsOf } from '../src/kit/encryption/seals.ts'

export const testSeals = sealsOf([{ id: 'test', key: Buffer.alloc(32, 7) }])
