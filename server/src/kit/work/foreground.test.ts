import { setImmediate as turn } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { openForeground } from './foreground.ts'

const opened = () => {
  let finish = () => {}
  const work = new Promise<void>((resolve) => (finish = resolve))
  return { work: () => work, finish: () => finish() }
}

it('background work waits until the last foreground work has ended', async () => {
  const foreground = openForeground()
  const [first, second] = [opened(), opened()]
  const running = [foreground.run(first.work), foreground.run(second.work)]
  let passed = false
  const waiting = foreground
    .aside(600_000)()
    .then(() => (passed = true))
  first.finish()
  await running[0]
  await turn()
  expect(passed).toBe(false)
  second.finish()
  await waiting
  await Promise.all(running)
})

it('waits for nothing when nothing is running, also after foreground work failed', async () => {
  const foreground = openForeground()
  const aside = foreground.aside(600_000)
  await expect(aside()).resolves.toBeUndefined()
  await expect(foreground.run(() => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk')
  await expect(aside()).resolves.toBeUndefined()
})

it('goes on after its longest wait, which is shared by all its steps', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    const foreground = openForeground()
    const export_ = opened()
    const running = foreground.run(export_.work)
    const aside = foreground.aside(3_000)
    let passed = false
    const step = aside().then(() => (passed = true))
    await vi.advanceTimersByTimeAsync(2_999)
    expect(passed).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(passed).toBe(true)
    await step
    // Nothing of the wait is left.
    await aside()
    export_.finish()
    await running
  } finally {
    vi.useRealTimers()
  }
})
