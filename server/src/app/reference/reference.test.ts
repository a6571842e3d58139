import { Script } from 'node:vm'
import { declaredCalls } from '@greenroom/contract/allCalls'
import { basePath, menusOf } from '@greenroom/contract/call'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { serveReference } from '../reference.ts'
import { serveWeb } from '../web/web.ts'
import { codesOf, openApi } from './reference.openapi.ts'
import { words } from './reference.page.ts'

let app: FastifyInstance
beforeAll(async () => {
  app = Fastify()
  await serveWeb(app, readConfig({ LOG_LEVEL: 'silent' }), '/nowhere', serveReference)
})
afterAll(() => app.close())

// oxlint-disable-next-line typescript/no-explicit-any -- a JSON document, looked into by path
const document = JSON.parse(JSON.stringify(openApi())) as any

const operationOf = (name: string) => {
  const { call } = declaredCalls.find((declared) => declared.call.name === name)!
  return document.paths[`${basePath}${call.path}`][call.method.toLowerCase()]
}

test('contains every declared call with its level, menu and codes', () => {
  for (const declared of declaredCalls) {
    const { call } = declared
    const operation = operationOf(call.name)
    expect(operation).toMatchObject({ operationId: call.name, tags: [declared.room], 'x-level': call.level })
    expect(operation['x-menu'] ?? '').toBe(menusOf(call).join(', '))
    expect(operation['x-codes'].map((entry: { code: number }) => entry.code)).toEqual(codesOf(declared))
    expect(operation['x-codes'].every((entry: { meaning: string }) => entry.meaning !== '')).toBe(true)
    expect(operation.security).toEqual(call.level === 'public' ? [] : undefined)
  }
  const count = Object.values<object>(document.paths).flatMap((path) => Object.keys(path)).length
  expect(count).toBe(declaredCalls.length)
})

test('has no dangling reference', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!)
  expect(references.length).toBeGreaterThan(declaredCalls.length)
  const missing = references.filter(
    (reference) =>
      !reference.startsWith('#/components/schemas/') || !(reference.split('/').at(-1)! in document.components.schemas),
  )
  expect(missing).toEqual([])
})

test('fields, encodings and security match the wire', () => {
  const list = operationOf('roleInfo')
  expect(list.parameters).toEqual([
    { name: 'roleId', in: 'query', required: true, schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647 } },
  ])
  const save = operationOf('roleSave').requestBody
  expect(Object.keys(save.content)).toEqual(['application/x-www-form-urlencoded', 'application/json'])
  expect(save.content['application/json'].schema.required).toEqual(['roleName'])
  expect(save.content['application/json'].schema.properties.operationId).toMatchObject({ format: 'uuid' })
  expect(operationOf('dayNoteAdd').requestBody.content['application/json'].schema.required).toContain('operationId')
  expect(operationOf('agentSell').requestBody.content['application/json'].schema.properties).not.toHaveProperty(
    'operationId',
  )
  expect(Object.keys(operationOf('unionRegister').requestBody.content)[0]).toBe('application/json')
  const upload = operationOf('fileUpload').requestBody.content
  expect(Object.keys(upload)).toEqual(['multipart/form-data'])
  expect(Object.keys(upload['multipart/form-data'].schema.properties)).toEqual(['purpose', 'operationId', 'file'])
  expect(document.components.securitySchemes.token).toEqual({ type: 'apiKey', in: 'header', name: 'token' })
})

test('the page shows every call, and works under the policy and without its script', async () => {
  const answer = await app.inject({ url: '/docs/api' })
  expect(answer.statusCode).toBe(200)
  for (const { call } of declaredCalls) expect(answer.body).toContain(`id="${call.name}"`)
  const nonce = /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy']))?.[1]
  expect(answer.body).toContain(`<style nonce="${nonce}">`)
  expect(answer.body).not.toMatch(/<script(?! src="\/docs\/api\/reference\.js"><\/script>)/)
  expect(answer.body).not.toMatch(/(src|href)="(https?:)?\/\//)
  expect(answer.body).not.toMatch(/ style=| on\w+="/)
  expect(answer.body).not.toContain('undefined')
  const script = await app.inject({ url: '/docs/api/reference.js' })
  expect(script.headers['content-type']).toContain('javascript')
  expect(() => new Script(script.body)).not.toThrow()
  expect((await app.inject({ url: '/docs/api/openapi.json' })).json()).toEqual(document)
})

test.each([
  [{ type: 'integer', minimum: 1 }, 'integer 1 to …'],
  [{ type: 'string', minLength: 1, maxLength: 50 }, 'string 1 to 50 characters'],
  [{ type: 'array', items: { type: 'integer' }, maxItems: 200 }, 'list of integer, at most 200'],
  [{ enum: ['en', 'cn'] }, '"en", "cn"'],
  [{ anyOf: [{ const: 1 }, { const: 3 }] }, '1 or 3'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{ type: 'string', format: 'uuid' }, 'uuid'],
  [{}, 'anything'],
])('a schema is described in words: %j', (schema, text) => {
  expect(words(schema)).toBe(text)
})
