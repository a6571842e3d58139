// Every refusal names a reason that screens show in the reader's language, or has a specific code.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../src/', import.meta.url)
const sources = globSync('**/*.ts', { cwd: root })
  .filter((file) => !/\.(test|fixture|suite)\.ts$/.test(file) && !file.startsWith('kit/generated/'))
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
const genericCode = /^refuseCode\( ?(10009|10026|20000|1000002)\b/

test('no refusal is in English only', () => {
  const bare = [...callsOf('new Refusal'), ...callsOf('refuseField')].filter(
    ({ file, written }) =>
      file !== 'kit/refusal.ts' &&
      ((/\bmessage:/.test(written) && !/\breason:/.test(written)) || /^refuseField\([^,]+,[^,]+, ?['"`]/.test(written)),
  )
  expect(bare).toEqual([])
})

test('a refusal without a reason has a specific code', () => {
  const calls = [...callsOf('refuseCode')]
  expect(calls.length).toBeGreaterThan(5)
  expect(calls.filter(({ written }) => genericCode.test(written))).toEqual([])
})

test('finds refusals', () => {
  expect([...callsOf('refuseBecause')].length).toBeGreaterThan(100)
})
