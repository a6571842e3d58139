// @vitest-environment happy-dom
// The client for declared calls: what is sent, and how each kind of answer is returned.
import { countryCalls } from '@greenroom/contract/systemRecords'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, Refuse, type Sent, signIn, unmount } from '../../test/stage.tsx'
import { call, isRefused, Unreachable } from './call.ts'
import { onSessionEnd } from './sessionEnd.ts'
import { dropToken, writeToken } from './token.ts'

beforeEach(() => signIn())
afterEach(unmount)

test('a read sends its payload in the query string, a change in the body, the token in a header; unset fields are omitted', async () => {
  const seen: Sent[] = []
  answer(countryCalls.list, (sent) => {
    seen.push(sent)
    return { records: [], current: 1, size: 20, total: 0, pages: 0 }
  })
  answer(countryCalls.enable, (sent) => {
    seen.push(sent)
    return { outcomes: [] }
  })
  writeToken('t0ken')
  await call(countryCalls.list, { q: 'a&b', size: 20, region: undefined })
  await call(countryCalls.enable, { codes: ['AT', 'DE'], enabled: false })
  dropToken()
  expect(
    seen.map(({ payload, init }) => [init.method, payload, (init.headers as Record<string, string>)['token']]),
  ).toEqual([
    ['GET', { q: 'a&b', size: '20' }, 't0ken'],
    ['POST', { codes: 'AT,DE', enabled: 'false' }, 't0ken'],
  ])
})

test('a refusal is thrown with its code and fields, a broken network as Unreachable', async () => {
  answer(countryCalls.update, () => new Refuse(10009, [{ field: 'nameEn', message: 'too long' }]))
  const refused = await call(countryCalls.update, {} as never).catch((error: unknown) => error)
  expect(isRefused(refused, 10009)).toBe(true)
  expect(refused).toMatchObject({ detail: [{ field: 'nameEn', message: 'too long' }] })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(call(countryCalls.list, {})).rejects.toBeInstanceOf(Unreachable)
})

test('an aborted call throws AbortError, not a network failure', async () => {
  const stop = new AbortController()
  vi.stubGlobal('fetch', () => {
    stop.abort()
    return Promise.reject(new TypeError('aborted'))
  })
  await expect(call(countryCalls.list, {}, { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' })
})

test.each([10007, 10026])('code %i ends the session only where the specification says so', async (code) => {
  const ended = vi.fn()
  onSessionEnd(ended)
  writeToken('t0ken')
  answer(countryCalls.list, () => new Refuse(code))
  await expect(call(countryCalls.list, {})).rejects.toMatchObject({ code })
  expect(ended).toHaveBeenCalledTimes(code === 10007 ? 1 : 0)
  dropToken()
  onSessionEnd(() => {})
})
