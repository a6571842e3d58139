// Keys for tests that have no product with a key file of its own.
import { sealsOf } from '../src/kit/seal/seals.ts'

export const testSeals = sealsOf([{ id: 'test', key: Buffer.alloc(32, 7) }])
