import { expect, test } from 'vitest'
import { keyNames } from '../../session/shortcuts.ts'
import { helpOf } from './helpOf.ts'

const one = (keys: string, labelKey: string) => ({ keys, labelKey })

test('keys stand in the order of their declaration, once, and those that do the same in one line', () => {
  const declared = [
    one('p', 'pass'),
    one('f', 'fail'),
    one('shift+ArrowUp', 'extend'),
    one('shift+ArrowDown', 'extend'),
    one('f', 'failAll'),
  ]
  expect(helpOf(declared)).toEqual([
    { labelKey: 'pass', keys: ['p'] },
    { labelKey: 'extend', keys: ['shift+ArrowUp', 'shift+ArrowDown'] },
    { labelKey: 'failAll', keys: ['f'] },
  ])
})

test('keys are written as on the keyboard', () => {
  expect(keyNames('shift+ArrowDown')).toEqual(['Shift', '↓'])
  expect(keyNames('Escape')).toEqual(['Esc'])
})
