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
import { eventRefusals, lineRefusals } from '@greenroom/contract/bridgeEvents.refusals'
import { type EventType, eventData } from '@greenroom/contract/bridgeEvents.schema'
import type { z } from 'zod'
import { bridgePath } from '../../bridge/index.ts'
import { type Schema, type Schemas, schemaOf } from './reference.openapi.ts'

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
const unsigned = refused(
  'The signature matches no secret of an enabled client, or the clocks are more than 5 minutes apart.',
)
const unavailable = refused(
  'Starting, stopping, overloaded, or the database is unreachable: send the same request again later.',
)

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
      description: 'An app that counts in diamonds gets 1000124 instead of 60001.',
      schema: { enum: ['diamonds'] },
    },
  ],
  requestBody: {
    required: true,
    description: 'One event per line, at most 10,000 lines and 8 MiB.',
    content: {
      'application/x-ndjson': {
        schema: { oneOf: eventTypes.map((type) => ref(`event.${type}`)) },
        example: `${JSON.stringify(exampleLine('gift.sent'))}\n`,
      },
    },
  },
  responses: {
    200: {
      description:
        'One answer per line, in the order of the events. `rejected` is final. `failed` is a fault of the server: send the same ' +
        'event again, unless `held` says that the server keeps it. A batch in which no line failed gets the same answer again.',
      content: {
        'application/x-ndjson': {
          schema: ref('EventAnswer'),
          example: `${JSON.stringify({ id: exampleLine('gift.sent').id, status: 'accepted', result: moneyResult })}\n`,
        },
      },
    },
    400: refused('More than 10,000 lines.'),
    401: unsigned,
    409: refused('This `webhook-id` was used before with another body.'),
    413: refused('More than 8 MiB.'),
    415: refused('Not `application/x-ndjson`, or compressed.'),
    503: unavailable,
  },
}

const stateOf = (name: StateName) => ({
  operationId: `state.${name.replace(/\/.*$/, '')}`,
  summary: stateExamples[name].description,
  parameters: [
    ...signature,
    ...(name.includes('{id}') ? [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }] : []),
    { name: 'if-none-match', in: 'header', required: false, schema: { type: 'string' } },
  ],
  responses: {
    200: {
      description: 'The current state. The signature covers method, path and query instead of a body. Keep the `etag`.',
      headers: { etag: { schema: { type: 'string' } } },
      content: {
        'application/json': { schema: ref(`state.${name.replace(/\W+id\W+/, '')}`), example: stateExamples[name].data },
      },
    },
    304: { description: 'Unchanged since the tag in `if-none-match`.' },
    401: unsigned,
    ...(name.includes('{id}') && { 404: refused('The id is unknown.') }),
    503: unavailable,
  },
})

/** The final answers to an event of this type, beside `accepted`. */
const refusalsOf = (type: EventType): string =>
  [...new Set<number>([...lineRefusals, ...eventRefusals[type]])].toSorted((a, b) => a - b).join(', ')

/** The whole document. */
export function bridgeApi() {
  const schemas: Schemas = {}
  for (const type of eventTypes)
    schemas[`event.${type}`] = ofType(
      eventLine,
      type,
      `${eventExamples[type].description} Refusals: ${refusalsOf(type)}.`,
      eventData[type],
      exampleLine(type),
      schemas,
    )
  for (const type of commandTypes)
    schemas[`command.${type}`] = ofType(
      command,
      type,
      commandExamples[type].description,
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
        'Messages between the live app and Greenroom, server to server. Both directions are signed by Standard Webhooks.',
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
            '2XX': { description: 'You have stored it. A command may arrive more than once.' },
            default: { description: 'It is sent again, with growing delays, for 3 days.' },
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
