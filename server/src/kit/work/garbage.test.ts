import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { collectGarbage } from './garbage.ts'

test('collects what nothing refers to any more', async () => {
  const weak = (() => new WeakRef({}))()
  // A weak reference holds its object until the turn ends.
  await turn()
  collectGarbage()
  expect(weak.deref()).toBeUndefined()
})
