// The bridge as OpenAPI 3.1, generated from the contract: what the app posts and reads, and the commands it gets as
// webhooks.
import { stateExamples } from '@greenroom/contract/bridge.examples'
import {
  command,
  eventAnswer,
  eventLine,
  problem,
  type StateName,
  stateAnswers,
} from '@greenroom/contract/bridge.schema'
import { commandExamples, exampleCommand } from '@greenroom/contract/bridgeCommands.examples'
import { type CommandType, commandData } from '@greenroom/contract/bridgeCommands.schema'
import { eventExamples, exampleLine, moneyResult } from '@greenroom/contract/bridgeEvents.examples'
import { type EventType, eventData } from '@greenroom/contract/bridgeEvents.schema'
import type { z } from 'zod'
import { bridgePath } from '../../bridge/index.ts'
import { type Schema, type Schemas, schemaOf } from './openapi.ts'

export const eventTypes = Object.keys(eventData) as EventType[]
export const commandTypes = Object.keys(commandData) as CommandType[]
export const stateNames = Object.keys(stateAnswers) as StateName[]

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

const signature = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string' },
}))

const refused = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: ref('Problem') } },
})
const unsigned = refused('No secret of an enabled client signed it, or the clocks are more than 5 minutes apart.')
const unavailable = refused('Starting, draining, overloaded or without its database: send the same again later.')

/** The envelope with one type's data. */
function ofType(envelope: z.ZodType, type: string, about: string, data: z.ZodType, example: unknown, shared: Schemas) {
  const whole = schemaOf(envelope, 'input', 'Envelope', shared)
  return {
    ...whole,
    description: about,
    properties: { ...whole.properties, type: { const: type }, data: schemaOf(data, 'input', type, shared) },
    examples: [example],
  }
}

const events = {
  operationId: 'events',
  summary: 'Send events',
  parameters: [
    ...signature,
    {
      name: 'greenroom-unit',
      in: 'header',
      required: false,
      description: 'An app that counts in diamonds is answered 1000124 where others are answered 60001.',
      schema: { enum: ['diamonds'] },
    },
  ],
  requestBody: {
    required: true,
    description: 'One event a line, at most 10,000 lines and 8 MiB.',
    content: {
      'application/x-ndjson': {
        schema: { oneOf: eventTypes.map((type) => ref(`event.${type}`)) },
        example: `${JSON.stringify(exampleLine('gift.sent'))}\n`,
      },
    },
  },
  responses: {
    200: {
      description: 'One answer a line, in the order of the events. The same `webhook-id` gets the same answer again.',
      content: {
        'application/x-ndjson': {
          schema: ref('EventAnswer'),
          example: `${JSON.stringify({ id: exampleLine('gift.sent').id, status: 'accepted', result: moneyResult })}\n`,
        },
      },
    },
    400: refused('More than 10,000 lines.'),
    401: unsigned,
    409: refused('This `webhook-id` came before with another body.'),
    413: refused('More than 8 MiB.'),
    415: refused('Not `application/x-ndjson`, or compressed.'),
    503: unavailable,
  },
}

const stateOf = (name: StateName) => ({
  operationId: `state.${name.replace(/\/.*$/, '')}`,
  summary: stateExamples[name].about,
  parameters: [
    ...signature,
    ...(name.includes('{id}') ? [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }] : []),
    { name: 'if-none-match', in: 'header', required: false, schema: { type: 'string' } },
  ],
  responses: {
    200: {
      description: 'As it is now; signed over method, path and query in place of a body. Keep the `etag`.',
      headers: { etag: { schema: { type: 'string' } } },
      content: {
        'application/json': { schema: ref(`state.${name.replace(/\W+id\W+/, '')}`), example: stateExamples[name].data },
      },
    },
    304: { description: 'Nothing changed since the tag of `if-none-match`.' },
    401: unsigned,
    ...(name.includes('{id}') && { 404: refused('Nobody has this id.') }),
    503: unavailable,
  },
})

/** The whole document. */
export function bridgeApi() {
  const schemas: Schemas = {}
  for (const type of eventTypes)
    schemas[`event.${type}`] = ofType(
      eventLine,
      type,
      eventExamples[type].about,
      eventData[type],
      exampleLine(type),
      schemas,
    )
  for (const type of commandTypes)
    schemas[`command.${type}`] = ofType(
      command,
      type,
      commandExamples[type].about,
      commandData[type],
      exampleCommand(type, subjectOf(type)),
      schemas,
    )
  for (const name of stateNames)
    schemas[`state.${name.replace(/\W+id\W+/, '')}`] = schemaOf(stateAnswers[name], 'output', name, schemas)
  schemas['EventAnswer'] = schemaOf(eventAnswer, 'output', 'EventAnswer', schemas)
  schemas['Problem'] = schemaOf(problem, 'output', 'Problem', schemas)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Greenroom bridge',
      version: '1',
      description:
        'What the live app and Greenroom tell each other, server to server. Both ways are signed as Standard Webhooks says.',
    },
    paths: {
      [`${bridgePath}/events`]: { post: events },
      ...Object.fromEntries(stateNames.map((name) => [`${bridgePath}/state/${name}`, { get: stateOf(name) }])),
    },
    webhooks: {
      command: {
        post: {
          summary: 'A command, posted to the endpoint of the client',
          parameters: signature,
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: { oneOf: commandTypes.map((type) => ref(`command.${type}`)) } },
            },
          },
          responses: {
            '2XX': { description: 'It is durable on your side: a command may come more than once.' },
            default: { description: 'It comes again, with growing waits, for 3 days.' },
          },
        },
      },
    },
    components: { schemas },
  }
}

/** A command's subject, for an example. */
export function subjectOf(type: CommandType): string {
  const data = commandExamples[type].data as Record<string, unknown>
  if (typeof data['userId'] === 'number') return `user:${data['userId']}`
  if (typeof data['callId'] === 'string') return `call:${data['callId']}`
  if (typeof data['guildId'] === 'number') return `guild:${data['guildId']}`
  return 'platform'
}
