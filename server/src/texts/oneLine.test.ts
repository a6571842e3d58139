import { expect, test } from 'vitest'
import { errorText, oneLine } from './oneLine.ts'

test('user input starts no log line and sends no terminal escapes', () => {
  expect(oneLine('a\nb\r\tc\u001b[2Jd\u0085e')).toBe('a\\nb\\r\\tc\\x1b[2Jd\\x85e')
  expect(oneLine('漢字 “as they are”')).toBe('漢字 “as they are”')
})

test('an error keeps its stack, its message on one line', () => {
  const text = errorText(new TypeError('bad\n[request] forged\n    not at all'))
  const [first, second] = text.split('\n')
  expect(first).toBe('TypeError: bad\\n[request] forged\\n    not at all')
  expect(second).toMatch(/^ {4}at /)
  expect(errorText('plain\ntext')).toBe('plain\\ntext')
})

test('a forged message cannot pass for the stack', () => {
  const text = errorText(new Error('x\n    at forged (line)'))
  expect(text.split('\n')[0]).toBe('Error: x\\n    at forged (line)')
  expect(text.split('\n').slice(1).join('\n')).not.toContain('forged')
})

test('a copy of an error is told as the error is', () => {
  const { message, stack } = new Error('timeout expired')
  expect(errorText({ message, stack, queue: 'erase' })).toMatch(/^Error: timeout expired\n {4}at /)
  expect(errorText({ message: 'alone' })).toBe('Error: alone')
  expect(errorText(null)).toBe('null')
})
