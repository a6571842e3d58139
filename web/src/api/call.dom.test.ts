// @vitest-environment happy-dom
// The client for declared calls: what is sent, and how each kind of answer is returned.
import { operationSettle, viewSave } from '@greenroom/contract/access'
import { countryCalls } from '@greenroom/contract/systemRecords'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answer, Refuse, type Sent, signIn, unmount } from '../../test/stage.tsx'
import { call, DoneBefore, isCancelled, isRefused, Unreachable } from './call.ts'
import { operationsOf } from './operations.ts'
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
  onSessionEnd({ ended, replaced: () => {} })
  writeToken('t0ken')
  answer(countryCalls.list, () => new Refuse(code))
  await expect(call(countryCalls.list, {})).rejects.toMatchObject({ code })
  expect(ended).toHaveBeenCalledTimes(code === 10007 ? 1 : 0)
  dropToken()
  onSessionEnd({ ended: () => {}, replaced: () => {} })
})

describe('a call that creates something', () => {
  const ids: string[] = []
  const gone = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  /** Records the ids that arrive. */
  const arriving = async () => {
    await signIn()
    answer(viewSave, ({ payload }) => {
      ids.push(payload['operationId'] ?? '')
      return { viewId: 1 } as never
    })
  }
  const view = (name: string) => ({ screen: 'users.list', name, query: '' }) as never
  beforeEach(async () => {
    ids.length = 0
    localStorage.clear()
    await arriving()
  })

  test('has the same id until it is answered, then another one', async () => {
    gone()
    const lost = await call(viewSave, view('A')).catch((error: unknown) => error)
    expect(lost).toMatchObject({ mayBeDone: true })
    await arriving()
    await call(viewSave, view('A'))
    await call(viewSave, view('A'))
    expect(new Set(ids)).toHaveLength(2)
    const kept = JSON.parse(JSON.stringify(localStorage)) as object
    expect(kept).toEqual({})
  })

  test('after a refusal has another id', async () => {
    let refuses = true
    answer(viewSave, ({ payload }) => {
      ids.push(payload['operationId'] ?? '')
      return refuses ? new Refuse(10027) : ({ viewId: 1 } as never)
    })
    await expect(call(viewSave, view('A'))).rejects.toMatchObject({ code: 10027 })
    refuses = false
    await call(viewSave, view('A'))
    expect(new Set(ids)).toHaveLength(2)
  })

  test('two at once have an id each', async () => {
    await Promise.all([call(viewSave, view('A')), call(viewSave, view('B'))])
    expect(new Set(ids)).toHaveLength(2)
  })

  test.each([true, false])('changed after its answer was lost, asks first whether it was done: %s', async (done) => {
    gone()
    await call(viewSave, view('A')).catch(() => {})
    await arriving()
    const settled: unknown[] = []
    answer(operationSettle, ({ payload }) => {
      settled.push(payload)
      return { done }
    })
    const answered = await call(viewSave, view('B')).catch((error: unknown) => error)
    expect(settled).toMatchObject([{ call: 'viewSave', operationId: expect.any(String) }])
    if (done) {
      expect(answered).toBeInstanceOf(DoneBefore)
      expect(ids).toEqual([])
    } else expect(ids).toHaveLength(1)
    await call(viewSave, view('B'))
    expect(settled).toHaveLength(1)
  })

  test('belongs to its account', async () => {
    operationsOf(7)
    gone()
    await call(viewSave, view('A')).catch(() => {})
    await arriving()
    operationsOf(8)
    await call(viewSave, view('A'))
    operationsOf(7)
    await call(viewSave, view('A'))
    expect(new Set(ids)).toHaveLength(2)
  })
})

test.each([undefined, 'other'])('nothing is sent once another tab has replaced the session: %s', async (cookie) => {
  const [ended, replaced, sent] = [vi.fn(), vi.fn(), vi.fn(() => ({ outcomes: [] }))]
  onSessionEnd({ ended, replaced })
  writeToken('mine')
  answer(countryCalls.enable, sent)
  document.cookie = `Admin-Token=${cookie ?? ''};path=/${cookie === undefined ? ';max-age=0' : ''}`
  const answered = await call(countryCalls.enable, { codes: ['AT'], enabled: true }).catch((error: unknown) => error)
  expect(isCancelled(answered)).toBe(true)
  expect([sent, ended]).toSatisfy((all: ReturnType<typeof vi.fn>[]) => all.every(({ mock }) => mock.calls.length === 0))
  expect(replaced).toHaveBeenCalledOnce()
  dropToken()
  onSessionEnd({ ended: () => {}, replaced: () => {} })
})
