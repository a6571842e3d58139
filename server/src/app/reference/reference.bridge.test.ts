import { stateAnswers } from '@greenroom/contract/bridge.schema'
import { commandData } from '@greenroom/contract/bridgeCommands.schema'
import { eventData } from '@greenroom/contract/bridgeEvents.schema'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { serveReference } from '../reference.ts'
import { serveWeb } from '../web/web.ts'
import { bridgeApi } from './reference.bridge.ts'

let app: FastifyInstance
beforeAll(async () => {
  app = Fastify()
  await serveWeb(app, readConfig({ LOG_LEVEL: 'silent' }), '/nowhere', serveReference)
})
afterAll(() => app.close())

// oxlint-disable-next-line typescript/no-explicit-any -- a JSON document, looked into by path
const document = JSON.parse(JSON.stringify(bridgeApi())) as any

test('contains every event, command and part of the state, with an example', () => {
  const { schemas } = document.components
  for (const [kind, types] of [
    ['event', Object.keys(eventData)],
    ['command', Object.keys(commandData)],
  ] as const)
    for (const type of types) {
      const schema = schemas[`${kind}.${type}`]
      expect(schema.properties.type).toEqual({ const: type })
      const { data } = schema.properties
      for (const one of data.oneOf ?? [data]) expect(one.type).toBe('object')
      expect(schema.examples[0]).toMatchObject({ type })
      expect(schema.description).toBeTruthy()
    }
  expect(Object.keys(document.paths)).toEqual([
    '/app/v1/events',
    ...Object.keys(stateAnswers).map((name) => `/app/v1/state/${name}`),
  ])
})

test('has no dangling reference', () => {
  const names = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name!)
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name) => !(name in document.components.schemas))).toEqual([])
})

test('the page works under the content security policy and contains every type', async () => {
  const answer = await app.inject({ url: '/docs/bridge' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-security-policy']).toMatch(/style-src-elem 'self' 'nonce-/)
  expect(answer.body).not.toMatch(/ style=| on\w+="|undefined|(src|href)="(https?:)?\/\//)
  for (const type of [...Object.keys(eventData), ...Object.keys(commandData)])
    expect(answer.body).toContain(`id="${type}"`)
  expect((await app.inject({ url: '/docs/bridge/openapi.json' })).json()).toEqual(document)
})
