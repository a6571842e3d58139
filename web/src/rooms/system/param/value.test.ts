import { expect, test } from 'vitest'
import { valueFault } from './ValueField.tsx'

const param = { key: 'k', unit: '', choices: [], min: 3, max: 100 }

test('a value is validated by type and bounds before it is sent', () => {
  const integer = { ...param, type: 'integer' as const }
  expect(valueFault(integer, '10')).toBeUndefined()
  expect(valueFault(integer, '2')?.key).toBe('bounds')
  expect(valueFault(integer, '101')?.key).toBe('bounds')
  for (const bad of ['', '1.5', 'ten', '9'.repeat(20)]) expect(valueFault(integer, bad)?.key).toBe('integer')
  expect(valueFault({ ...param, type: 'json' }, '{')?.key).toBe('json')
  expect(valueFault({ ...param, type: 'text' }, '{')).toBeUndefined()
})
