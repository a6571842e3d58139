import { basePath } from '@greenroom/contract/call'
import { frontErrorReport } from '@greenroom/contract/systemErrors'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportAddress, reportError, screenOf, without } from './reportError.ts'

const sent: Record<string, string>[] = []
beforeEach(() => {
  sent.length = 0
  const fields = [{ value: ' Noura from Cairo ' }, { value: 'ab' }]
  vi.stubGlobal('document', {
    getElementsByTagName: (tag: string) => (tag === 'input' ? fields : [{ value: 'a secret note' }]),
    scripts: [
      { type: '', src: 'https://x/start.js' },
      { type: 'module', src: 'https://x/assets/index-Bq3x.js' },
    ],
  })
  vi.stubGlobal('location', { pathname: '/sociaty/SociatyManageDetail/7/Aurora%20Stars/1001' })
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: string }) => void sent.push(JSON.parse(body)))
})
afterEach(() => vi.unstubAllGlobals())

test('the address is that of the declared call', () => {
  expect(reportAddress).toBe(basePath + frontErrorReport.path)
})

test('what stands in the fields of the page does not leave it, neither does what follows the screen in the address', () => {
  reportError('crash', new Error('cannot read Noura from Cairo, a secret note'))
  expect(sent).toMatchObject([
    {
      kind: 'crash',
      message: 'Error: cannot read …, …',
      screen: '/sociaty/SociatyManageDetail',
      release: 'index-Bq3x',
    },
  ])
  expect(JSON.stringify(sent)).not.toMatch(/Noura|secret note|Aurora/)
})

test('is said once, at most ten times a page; what was cancelled or could not be reached is no error', () => {
  for (const name of ['AbortError', 'Unreachable']) reportError('rejection', Object.assign(new Error('x'), { name }))
  reportError('rejection', Object.assign(new Error('Noura is banned'), { name: 'Refused', code: 20000 }))
  for (let at = 0; at < 20; at++) reportError('crash', new Error(`fault ${at}`))
  reportError('crash', new Error('fault 1'))
  expect(sent[0]).toMatchObject({ message: 'Refused 20000' })
  // One was reported by the test before.
  expect(sent).toHaveLength(9)
  expect(new Set(sent.map(({ message }) => message)).size).toBe(9)
})

test.each([
  ['/finance/withdraw', '/finance/withdraw'],
  ['/user/detail/100283', '/user/detail'],
  ['/', '/'],
])('the screen of %s is %s', (path, screen) => {
  expect(screenOf(path)).toBe(screen)
})

test('longer values are taken out first', () => {
  expect(without('abc abcd', ['abc', 'abcd'])).toBe('… …')
})
