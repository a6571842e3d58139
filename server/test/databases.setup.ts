// Runs before each file, so that its hook comes after the file's own.
import { afterAll } from 'vitest'
import { endDatabases } from './database.ts'

afterAll(endDatabases)
