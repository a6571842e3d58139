import { expect, it, onTestFinished } from 'vitest'
import { openSnapshot } from './tableCopy.ts'

const never = 2 ** 30

/** A table that answers each read only when told to, with its content at the start of the read. */
async function slowTable() {
  const table = { value: 'old' }
  const held: (() => void)[] = []
  let value = ''
  let isSlow = false
  let readings = 0
  const snapshot = await openSnapshot(async () => {
    readings++
    const found = table.value
    if (isSlow) await new Promise<void>((resolve) => held.push(resolve))
    value = found
  }, never)
  onTestFinished(snapshot.close)
  isSlow = true
  return { table, held, snapshot, value: () => value, readings: () => readings }
}

const turns = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

it('keeps a refresh’s result even if an older read ends later', async () => {
  const { table, held, snapshot, value } = await slowTable()
  const poll = snapshot.refresh()
  await turns()
  table.value = 'new'
  const refresh = snapshot.refresh()
  // Whatever the order of the answers.
  for (; held.length > 0; await turns()) held.pop()!()
  await Promise.all([poll, refresh])
  expect(value()).toBe('new')
})

it('shares one read among concurrent waiters', async () => {
  const { held, snapshot, readings } = await slowTable()
  const first = snapshot.refresh()
  await turns()
  const others = [snapshot.refresh(), snapshot.refresh(), snapshot.refresh()]
  for (; held.length > 0; await turns()) held.pop()!()
  await Promise.all([first, ...others])
  expect(readings()).toBe(3)
})

it('reads again after a failed read, and reports the failure only to its waiters', async () => {
  let fails = false
  let value = 0
  const snapshot = await openSnapshot(async () => {
    if (fails) throw new Error('gone')
    value++
  }, never)
  onTestFinished(snapshot.close)
  fails = true
  await expect(snapshot.refresh()).rejects.toThrow('gone')
  fails = false
  await snapshot.refresh()
  expect(value).toBe(2)
})

it('is not read again while nothing has changed, and is after a failure or when nobody knows', async () => {
  let version: number | undefined = 1
  let readings = 0
  let fails = false
  const snapshot = await openSnapshot(
    async () => {
      readings++
      if (fails) throw new Error('away')
    },
    1,
    () => version,
  )
  onTestFinished(snapshot.close)
  /** Reads of some ten polls. */
  const read = async () => {
    const before = readings
    await new Promise((resolve) => setTimeout(resolve, 30))
    return readings - before
  }
  expect(await read()).toBe(0)
  version = 2
  expect(await read()).toBe(1)
  version = undefined
  expect(await read()).toBeGreaterThan(1)
  version = 3
  expect(await read()).toBe(1)
  fails = true
  await snapshot.refresh().catch(() => {})
  fails = false
  expect(await read()).toBe(1)
})
