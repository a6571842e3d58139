// Every refusal names a reason that screens show in the reader's language, or has a specific code.
import { globSync, readFileSync } from 'node:fs'
import { reasons } from '@greenroom/contract/reasons'
import { expect, test } from 'vitest'
import { isTest, sourcesOf } from './sources.ts'

const root = new URL('../src/', import.meta.url)
const sources = globSync('**/*.ts', { cwd: root })
  .filter((file) => !/\.(test|fixture|suite)\.ts$/.test(file) && file !== 'kit/database/generated.ts')
  .map((file) => ({ file, source: readFileSync(new URL(file, root), 'utf8') }))

/** The arguments of every call of `name`, as source text. */
function* callsOf(name: string): Generator<{ file: string; written: string }> {
  for (const { file, source } of sources)
    for (const { index } of source.matchAll(new RegExp(`(?<![\\w.])${name}\\(`, 'g'))) {
      let depth = 0
      let end = index + name.length
      do {
        if (source[end] === '(') depth++
        if (source[end] === ')') depth--
        end++
      } while (depth > 0 && end < source.length)
      yield { file, written: source.slice(index, end).replace(/\s+/g, ' ') }
    }
}

/** Generic codes, which stand for many rules. */
const generic = '10009|10026|20000|1000002'
const genericCode = new RegExp(`^(?:refuseCode|new Refusal)\\( ?(${generic}) ?[,)]`)

test('no refusal is in English only', () => {
  const bare = [...callsOf('new Refusal'), ...callsOf('refuseField')].filter(
    ({ file, written }) =>
      file !== 'kit/calls/refusal.ts' &&
      ((/\bmessage:/.test(written) && !/\breason:/.test(written)) || /^refuseField\([^,]+,[^,]+, ?['"`]/.test(written)),
  )
  expect(bare).toEqual([])
})

test('a refusal without a reason has a specific code', () => {
  const calls = [
    ...callsOf('refuseCode'),
    ...[...callsOf('new Refusal')].filter(({ written }) => !written.includes(',')),
  ]
  expect(calls.length).toBeGreaterThan(5)
  expect(calls.filter(({ written }) => genericCode.test(written))).toEqual([])
})

test('finds refusals', () => {
  expect([...callsOf('refuseBecause')].length).toBeGreaterThan(100)
})

/** The innermost braces around a place in a source. */
function objectAt(code: string, at: number): string {
  let [start, depth] = [at, 0]
  while (start > 0 && !(code[start] === '{' && depth === 0)) {
    if (code[start] === '}') depth++
    if (code[start] === '{') depth--
    start--
  }
  let end = at
  for (depth = 0; end < code.length && !(code[end] === '}' && depth === 0); end++) {
    if (code[end] === '{') depth++
    if (code[end] === '}') depth--
  }
  return code.slice(start, end + 1).replace(/\s+/g, ' ')
}

/** Tests of what every call or list refuses, whichever of several rules does it. */
const general = new Set(['server/test/matrix.test.ts', 'server/src/ledger/ledger.post.test.ts'])

test('a test that expects a generic code names the reason, or a wrong one would pass', () => {
  const tests = sourcesOf('server/src', 'server/test').filter(
    (source) => (isTest(source) || source.path.startsWith('server/test/')) && !general.has(source.path),
  )
  expect(tests.length).toBeGreaterThan(200)
  const bare = tests.flatMap(({ path, code }) => [
    ...[...code.matchAll(new RegExp(`\\b(?:code|errorCode): (?:${generic})\\b`, 'g'))]
      .map(({ index }) => objectAt(code, index))
      .filter((object) => !/(?<!['"])\b(?:reason|why|message|errorMsg)\b/.test(object))
      .map((object) => `${path}: ${object}`),
    ...[...code.matchAll(new RegExp(`ode\\)\\.toBe\\((?:${generic})\\)`, 'g'))].map(([text]) => `${path}: ${text}`),
  ])
  expect(bare).toEqual([])
})

test('every reason is one that the code gives', () => {
  const server = sourcesOf('server/src', 'contract/src').filter(
    (source) => !isTest(source) && !source.path.startsWith('contract/src/reasons/'),
  )
  const text = server.map(({ code }) => code).join('\n')
  const quoted = new Set([...text.matchAll(/['`]([\w.]+)['`]/g)].map(([, key]) => key))
  /** `because(`content.${why}`)` gives every reason that begins so. */
  const begun = [...text.matchAll(/`([a-zA-Z]+\.)\$\{/g)].map(([, start]) => start!)
  const given = (key: string) => quoted.has(key) || begun.some((start) => key.startsWith(start))
  expect(Object.keys(reasons).filter((key) => !given(key))).toEqual([])
})
