import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { serveAll } from './dispatch.ts'

test('a product does not start while a declared call has no handler', () => {
  expect(() => serveAll(Fastify(), [], {} as never)).toThrow(/^call \w+ of \w+ has no handler$/)
})
