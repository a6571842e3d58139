import { describe, expect, test } from 'vitest'
import { draftStep } from './draft.ts'

describe('a draft', () => {
  test('is stored while typing', () => {
    expect(draftStep({ dirty: true, values: 'a' }, undefined)).toEqual({ keep: 'a', sent: undefined })
    expect(draftStep({ dirty: false, values: '' }, undefined)).toEqual({ sent: undefined })
  })

  test('is not stored again for values that were just sent', () => {
    expect(draftStep({ dirty: true, values: 'a' }, 'a')).toEqual({ sent: 'a' })
  })

  test('is stored again for later input, even the same text', () => {
    const emptied = draftStep({ dirty: false, values: '' }, 'a')
    expect(draftStep({ dirty: true, values: 'a' }, emptied.sent)).toEqual({ keep: 'a', sent: undefined })
    expect(draftStep({ dirty: true, values: 'b' }, 'a')).toEqual({ keep: 'b', sent: undefined })
  })
})
