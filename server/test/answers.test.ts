// Answers are checked by tests and not in production: a committed change must not be answered "busy" because of its
// answer.
import { userInfo } from '@greenroom/contract/access'
import { declaredCalls } from '@greenroom/contract/allCalls'
import { basePath } from '@greenroom/contract/call'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Dispatch, serveAll } from '../src/app/dispatch.ts'
import { readMultipart } from '../src/app/upload.ts'
import { inspectAnswers } from './answers.ts'

const person = z.object({ name: z.string(), phones: z.array(z.object({ masked: z.string() })) })

test.each([
  ['of another type', { name: 1, phones: [] }, /does not match/],
  ['with a missing field', { phones: [] }, /does not match/],
  ['with an extra field', { name: 'Ann', phones: [], phone: '1380' }, /result\.phone is "1380"/],
  ['with an extra nested field', { name: 'Ann', phones: [{ masked: '1', number: '1380' }] }, /phones\.0\.number is/],
])('an answer %s fails its call, and the test file', (_, result, message) => {
  const answers = inspectAnswers()
  expect(() => answers.inspect(userInfo, person, result)).toThrow(message)
  expect(() => answers.check()).toThrow(message)
})

test('a valid answer passes; undefined fields count as absent', () => {
  const answers = inspectAnswers()
  const result = { name: 'Ann', phones: [], nick: undefined, other: undefined }
  const inspect = () => answers.inspect(userInfo, person.extend({ nick: z.string().optional() }), result)
  expect(inspect).not.toThrow()
  expect(() => answers.check()).not.toThrow()
})

const crashes: string[] = []

/** Every call returns something that no schema allows. */
async function answersOf(inspect: Dispatch['inspect']) {
  const app = Fastify()
  await readMultipart(app)
  const { database, clock, exporter, runOnce } = {} as Dispatch
  serveAll(
    app,
    declaredCalls.map(({ call }) => ({ call, handle: async () => 'done' })),
    {
      database,
      clock: { ...clock, now: () => new Date(0) },
      exporter,
      runOnce,
      timeZone: () => 'UTC',
      authenticate: async () => ({
        id: 1,
        username: 'admin',
        sessionId: '',
        language: 'en',
        unionId: null,
        agentId: null,
        roleIds: [1],
        administrator: true,
        permissions: new Map(),
      }),
      isOutdated: () => false,
      logger: { write: () => {} },
      onCrash: (error) => void crashes.push(String(error)),
      inspect,
    },
  )
  return (await app.inject({ url: `${basePath}${userInfo.path}`, headers: { token: 'a' } })).json<object>()
}

test('production returns the answer, whatever its schema says', async () => {
  const first = await answersOf(undefined)
  expect(crashes).toEqual([])
  expect(first).toEqual({ code: 200, result: 'done' })
  expect(await answersOf(inspectAnswers().inspect)).toMatchObject({ code: 500, errorCode: 10001 })
})
