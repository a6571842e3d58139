// Every call that changes something, prepared once and performed once: who may not call it, what it refuses, the entry that it leaves in
// the operation log, in the change's transaction; and, once everything is written, that no secret and no contact detail is told.

import { declaredCalls } from '@greenroom/contract/allCalls'
import { menuOf } from '@greenroom/contract/call'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, formOf, named, sent } from './asking.ts'
import { contacts } from './writes/contacts.suite.ts'
import { changing, open, outsiders, performed, prepared, product, reader, token } from './writes/everyWrite.fixture.ts'
import { files } from './writes/files.suite.ts'
import { keys } from './writes/keys.suite.ts'
import { once } from './writes/once.suite.ts'
import { own } from './writes/own.suite.ts'
import { personal } from './writes/personal.suite.ts'
import { refused } from './writes/refused.suite.ts'
import { secrets } from './writes/secrets.suite.ts'
import { twice } from './writes/twice.suite.ts'
import { writes } from './writes.ts'
import { fieldsOf, wrongTexts } from './wrong.ts'

beforeAll(open)
afterAll(() => product.close())

test('the table has a line for every call that changes something, and no other', () => {
  const names = changing.map(({ call }) => call.name).toSorted((a, b) => a.localeCompare(b))
  expect(Object.keys(writes).toSorted((a, b) => a.localeCompare(b))).toEqual(names)
  // The calls that require read-write are among them.
  const others = declaredCalls.filter(({ call }) => call.level === 'write' && call.operation === undefined)
  expect(others.map(({ call }) => call.name)).toEqual([])
})

const secret = /\$argon2|password_?hash|token_?hash|google_?secret|code_?hash/i

describe.each(changing.map((declared) => ({ name: declared.call.name, declared })))('$name', ({ declared }) => {
  const { call } = declared

  // Refusals first: after them the payload is still valid.
  const closedTo = (['guild', 'agent'] as const).filter((kind) => call.level !== 'public' && !call.for?.includes(kind))
  test.each(closedTo)('refuses accounts of one kind, with a valid payload: %s', async (kind) => {
    const { payload, more } = await prepared(call)
    expect(await outsiders[kind].client.send(call, payload as never, more)).toMatchObject({
      code: 500,
      errorCode: 10026,
      detail: [{ reason: 'account.kind', field: 'account' }],
    })
  })

  if (call.level === 'write')
    test('requires read-write', async () => {
      const { payload } = await prepared(call)
      expect(await ask(product, declared, reader.token, sent(declared, formOf(payload)))).toMatchObject({
        code: 500,
        errorCode: 10026,
        detail: [{ reason: 'menu.missing', field: 'menu' }],
      })
    })

  if (call.level !== 'public')
    test('returns the field’s own code for one wrong field', async () => {
      const payload = formOf((await prepared(call)).payload)
      for (const [field, schema] of fieldsOf(declared)) {
        const [text] = wrongTexts(schema)
        if (text === undefined) continue
        const answer = await ask(product, declared, token, sent(declared, { ...payload, [field]: text }))
        expect(answer, `${field}=${text.slice(0, 40)}`).toMatchObject({
          code: 500,
          errorCode: call.fieldCodes?.[field] ?? 10009,
        })
        expect(named(answer)).toContain(field)
      }
    })

  test(`leaves an entry with ${writes[call.name]?.leaves}`, async () => {
    const { line, payload, answer, before, after } = await performed(call)
    expect(answer).toMatchObject({ code: 200 })
    const outcomes = (answer as { result: { outcomes?: { ok: boolean }[] } }).result.outcomes ?? []
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true)

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

own()
once()
twice()
refused()
// Contacts first: what they add must be there when everything is read.
contacts()
personal()
secrets()
files()
// Last: the open product cannot read what a newer key encrypts.
keys()
