// The API reference as OpenAPI 3.1, generated entirely from the contract.

import { type DeclaredCall, declaredCalls } from '@greenroom/contract/allCalls'
import { basePath, type Call, commonCodes, menusOf } from '@greenroom/contract/call'
import { type ErrorCode, errorMeaning } from '@greenroom/contract/errors'
import { operationIdField, operationIdOf } from '@greenroom/contract/operationId'
import { operations } from '@greenroom/contract/operations'
import { z } from 'zod'

/** The subset of JSON Schema that the contract uses. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  const?: unknown
  enum?: unknown[]
  format?: string
  pattern?: string
  contentMediaType?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
}
export type Schemas = Record<string, Schema>

const formats: Record<NonNullable<DeclaredCall['call']['encoding']>, string[]> = {
  form: ['application/x-www-form-urlencoded', 'application/json'],
  json: ['application/json', 'application/x-www-form-urlencoded'],
  multipart: ['multipart/form-data'],
}

/** Leaves out bounds that only restate JavaScript's number range, and patterns that a format implies. */
function plain(schema: Schema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.format !== undefined) delete schema.pattern
}

/** A contract schema as JSON Schema; its own definitions move to `shared`. */
export function schemaOf(type: z.ZodType, io: 'input' | 'output', name: string, shared: Schemas): Schema {
  const made = z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => plain(jsonSchema as Schema),
  })
  const text = JSON.stringify(made).replaceAll('"#/$defs/', `"#/components/schemas/${name}`)
  const { $schema: _, $defs, ...schema } = JSON.parse(text) as Schema & { $schema?: string; $defs?: Schemas }
  for (const [key, definition] of Object.entries($defs ?? {})) shared[`${name}${key}`] = definition
  return schema
}

/** Every code the call may answer, without duplicates. */
export function codesOf({ call }: DeclaredCall): ErrorCode[] {
  const access: Record<string, readonly number[]> = { public: [10007, 10026], 'signed-in': [10026] }
  const common = commonCodes.filter((code) => !access[call.level]?.includes(code))
  const exported = call.exportable ? [100001 as const] : []
  const repeated = operationIdOf(call) ? [20000 as const] : []
  const all = [...common, ...exported, ...repeated, ...(call.codes ?? []), ...Object.values(call.fieldCodes ?? {})]
  return [...new Set(all)].toSorted((a, b) => a - b)
}

/** `giftTemplateSave` becomes "Gift template save"; the operation log's name is used if there is one. */
export function titleOf({ call }: DeclaredCall): string {
  if (call.operation) return operations[call.operation].en
  const words = call.name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const refusal: Schema = {
  type: 'object',
  description: 'Refused. `errorCode` is a code of the catalogue; `detail` names the fields, or who changed what.',
  properties: {
    code: { const: 500 },
    errorCode: { type: 'integer' },
    errorMsg: { type: 'string' },
    detail: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          field: { type: 'string' },
          message: { type: 'string' },
          reason: { type: 'string', description: 'The rule, as a key that does not change with the wording.' },
          params: { type: 'object', description: 'Values that the reason refers to.' },
        },
        required: ['field', 'message'],
      },
    },
  },
  required: ['code', 'errorCode', 'errorMsg'],
}

const exportAnswer: Schema = {
  type: 'object',
  description: 'With `export`: the file, or with `async=1` the id of the export to poll.',
  properties: { url: { type: 'string' }, exportId: { type: 'string', format: 'uuid' } },
}

/** Sent with the payload of every call that creates something. */
const operationIdSchema: Schema = {
  type: 'string',
  format: 'uuid',
  description: 'A UUIDv7 of the client, chosen once for what is to be done and sent again with it: it is done once.',
}

/** The payload as it is sent. */
function withOperationId(call: Call, payload: Schema): Schema {
  const need = operationIdOf(call)
  if (!need) return payload
  const properties = { ...payload.properties, [operationIdField]: operationIdSchema }
  const required = need === 'required' ? [...(payload.required ?? []), operationIdField] : payload.required
  return { ...payload, properties, ...(required && { required }) }
}

function requestOf({ call }: DeclaredCall, own: Schema): object {
  const payload = withOperationId(call, own)
  const fields = Object.entries(payload.properties ?? {})
  const isRequired = (name: string) => payload.required?.includes(name) ?? false
  if (call.method === 'GET')
    return {
      parameters: fields.map(([name, schema]) => ({ name, in: 'query', required: isRequired(name), schema })),
    }
  const file = { file: { type: 'string', contentMediaType: 'application/octet-stream' } }
  const schema =
    call.encoding === 'multipart' ? { ...payload, properties: { ...payload.properties, ...file } } : payload
  const content = Object.fromEntries(formats[call.encoding ?? 'form'].map((format) => [format, { schema }]))
  return { requestBody: { required: (payload.required?.length ?? 0) > 0, content } }
}

function operationOf(declared: DeclaredCall, shared: Schemas): object {
  const { call, schema, room } = declared
  const answer = schemaOf(schema.answer, 'output', call.name, shared)
  const result = call.exportable ? { anyOf: [answer, exportAnswer] } : answer
  const success = { type: 'object', properties: { code: { const: 200 }, result }, required: ['code', 'result'] }
  return {
    operationId: call.name,
    summary: titleOf(declared),
    tags: [room],
    ...(call.level === 'public' && { security: [] }),
    ...requestOf(declared, schemaOf(schema.payload, 'input', `${call.name}Payload`, shared)),
    responses: {
      200: {
        description: 'Done (`code` 200) or refused (`code` 500).',
        content: { 'application/json': { schema: { oneOf: [success, { $ref: '#/components/schemas/Refusal' }] } } },
      },
    },
    'x-level': call.level,
    ...(menusOf(call).length > 0 && { 'x-menu': menusOf(call).join(', ') }),
    ...(call.operation && { 'x-operation': call.operation }),
    'x-codes': codesOf(declared).map((code) => ({ code, meaning: errorMeaning.get(code) ?? '' })),
  }
}

/** The whole document. */
export function openApi() {
  const schemas: Schemas = { Refusal: refusal }
  const paths: Record<string, Record<string, object>> = {}
  for (const declared of declaredCalls) {
    const path = `${basePath}${declared.call.path}`
    paths[path] = { ...paths[path], [declared.call.method.toLowerCase()]: operationOf(declared, schemas) }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Greenroom',
      version: '1',
      description:
        'Every answer is HTTP 200 with an envelope: `{"code": 200, "result": …}` or `{"code": 500, "errorCode": …}`. A call that creates money, a message or a record takes an `operationId`, a UUIDv7 within 30 days of now that the client chooses: if an answer is lost, send the same payload with the same id, and the call is done once and answered as the first time, without secrets, which are told once (`"done": true`). A second one waits for a running first; another payload under a used id is refused with 20000; a refusal is not remembered.',
    },
    security: [{ token: [] }],
    tags: [...new Set(declaredCalls.map(({ room }) => room))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } },
      schemas,
    },
  }
}
