// Halts of the history: how far it is sent is said, and it goes on as far as the parent says.
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { openHalts } from './halts.ts'

test('asks at each halt, and goes on to the end when the parent has ended', async () => {
  const input = new PassThrough()
  const said: unknown[] = []
  const ask = openHalts(input, (what) => said.push(what))
  const first = ask(1_000)
  input.write('{"until":2000}\n')
  expect(await first).toBe(2_000)
  const second = ask(2_000)
  input.write('{"until":null}\n')
  expect(await second).toBeNull()
  const third = ask(3_000)
  input.end()
  expect(await third).toBeNull()
  expect(said).toEqual([{ reached: 1_000 }, { reached: 2_000 }, { reached: 3_000 }])
})
