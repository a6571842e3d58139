// Every call that changes something logs it in the operation log, in the change's transaction.
import { menuOf } from '@greenroom/contract/call'
import { declaredCalls } from '@greenroom/contract/rooms'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chainSettings } from './chain.ts'
import { startProduct, type TestProduct } from './product.ts'
import { multipart, type World } from './world/base.ts'
import type { Write } from './writes/write.ts'
import { writes } from './writes.ts'

let product: TestProduct
let world: World

beforeAll(async () => {
  product = await startProduct(chainSettings)
  world = { product, admin: await product.administrator() }
})
afterAll(() => product.close())

const changing = declaredCalls.map(({ call }) => call).filter((call) => call.operation !== undefined)

test('the table has a line for every call that changes something, and no other', () => {
  const names = changing.map((call) => call.name).toSorted((a, b) => a.localeCompare(b))
  expect(Object.keys(writes).toSorted((a, b) => a.localeCompare(b))).toEqual(names)
})

const entries = (operation: string) =>
  product.database.selectFrom('log.entry').selectAll().where('operation', '=', operation).orderBy('id').execute()

const secret = /\$argon2|password_?hash|token_?hash|google_?secret|code_?hash/i

describe.each(changing)('$name', (call) => {
  const line = writes[call.name] as Write

  test(`leaves an entry with ${line?.leaves}`, async () => {
    const payload = await line.payload(world)
    const client = line.by ? await line.by(world) : world.admin
    const before = await entries(line.asks ? 'approval.ask' : call.operation!)
    const form = line.file && multipart(payload as Record<string, string>, await line.file())
    const answer = await client.send(call, payload as never, form && { payload: form.payload, headers: form.headers })
    expect(answer).toMatchObject({ code: 200 })
    const outcomes = (answer as { result: { outcomes?: { ok: boolean }[] } }).result.outcomes ?? []
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true)

    const after = await entries(line.asks ? 'approval.ask' : call.operation!)
    expect(after.length).toBe(before.length + 1)
    const entry = after.at(-1)!
    expect(entry.target).not.toBe('')
    expect(entry.content).not.toBe('')
    expect(entry.menu_key).toBe(menuOf(call, payload) ?? null)
    expect(entry.request_id).not.toBe('')
    expect(entry.before !== null, 'before').toBe(line.leaves === 'before' || line.leaves === 'both')
    expect(entry.after !== null, 'after').toBe(line.leaves === 'after' || line.leaves === 'both')
    if (line.leaves === 'both') expect(entry.after).not.toEqual(entry.before)
    if (call.level !== 'public') expect(entry.username).not.toBe('')
    if ('reason' in payload) expect(entry.reason).toBe(payload.reason)
    expect(JSON.stringify([entry.before, entry.after, entry.content]).replace(/"[^"]+":"•••"/g, '')).not.toMatch(secret)
  })
})
