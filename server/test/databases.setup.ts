// Runs before each file, so that its hooks come after the file's own.
import { afterAll, inject } from 'vitest'
import { keepReasons } from './answered.ts'
import { endDatabases } from './database.ts'

afterAll(endDatabases)
afterAll(() => keepReasons(inject('reasonsFolder')))
