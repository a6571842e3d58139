// Runs with each file of a run that asks what ran.
import { afterAll } from 'vitest'
import { countStarted, folderVariable, keepRan } from './recorder.ts'

const folder = process.env[folderVariable] ?? ''
countStarted(folder)
afterAll(() => keepRan(folder))
