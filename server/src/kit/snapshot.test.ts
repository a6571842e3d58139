import { expect, it, onTestFinished } from 'vitest'
import { openSnapshot } from './snapshot.ts'

const never = 2 ** 30

/** A table that answers each reading only when told to, with what it held when the reading began. */
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

it('keeps what a refresh read though an older reading ends after it was asked for', async () => {
  const { table, held, snapshot, value } = await slowTable()
  const poll = snapshot.refresh()
  await turns()
  table.value = 'new'
  const refresh = snapshot.refresh()
  // In whatever order the answers come.
  for (; held.length > 0; await turns()) held.pop()!()
  await Promise.all([poll, refresh])
  expect(value()).toBe('new')
})

it('shares one reading among those who wait for it', async () => {
  const { held, snapshot, readings } = await slowTable()
  const first = snapshot.refresh()
  await turns()
  const others = [snapshot.refresh(), snapshot.refresh(), snapshot.refresh()]
  for (; held.length > 0; await turns()) held.pop()!()
  await Promise.all([first, ...others])
  expect(readings()).toBe(3)
})

it('reads again after a reading that failed, and tells only who asked for that one', async () => {
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
