// A client that leaves before its stream has started.
import { type AddressInfo, connect } from 'node:net'
import { basePath } from '@greenroom/contract/call'
import { pushPath, pushTopics } from '@greenroom/contract/push'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Staff } from '../kit/calls/context.ts'
import { servePush } from './push.serve.ts'
import { defineTopic } from './push.topic.ts'

test('a client that leaves during the look-up leaves no stream behind', async () => {
  const staff: Staff = {
    id: 1,
    username: 'a',
    sessionId: 's',
    language: 'en',
    unionId: null,
    agentId: null,
    roleIds: [],
    administrator: true,
    permissions: new Map(),
  }
  let lookUp: (found: Staff) => void = () => {}
  let requested: () => void = () => {}
  const wasRequested = new Promise<void>((resolve) => (requested = resolve))
  const found = new Promise<Staff>((resolve) => (lookUp = resolve))
  const app = Fastify()
  const gone = new Promise<void>((resolve) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.raw.on('close', resolve)
    })
  })
  const push = servePush(app, {
    topics: Object.keys(pushTopics).map(() =>
      defineTopic(
        'monitor',
        async () => null,
        () => null,
      ),
    ),
    authenticate: () => {
      requested()
      return found
    },
    staffOfSessions: async () => new Map(),
    onError: () => {},
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET ${basePath}${pushPath}?topic=monitor HTTP/1.1\r\nhost: x\r\ntoken: t\r\n\r\n`)
  await wasRequested
  socket.destroy()
  await gone
  lookUp(staff)
  await found
  // What follows the look-up runs in the same tick.
  await new Promise((resolve) => setImmediate(resolve))
  expect(push.streams()).toBe(0)
  push.close()
  await app.close()
})
