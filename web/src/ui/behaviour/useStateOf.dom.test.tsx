// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useStateOf } from './useStateOf.ts'

test('what was set is gone with its subject, and stays gone when the subject is back', () => {
  const { result, rerender } = renderHook(({ of }) => useStateOf(of, 0), { initialProps: { of: 'first' } })
  act(() => result.current[1](5))
  expect(result.current[0]).toBe(5)
  rerender({ of: 'second' })
  expect(result.current[0]).toBe(0)
  rerender({ of: 'first' })
  expect(result.current[0]).toBe(0)
  act(() => result.current[1]((now) => now + 1))
  expect(result.current[0]).toBe(1)
})
