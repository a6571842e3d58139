// A person with a marked word in every field of every event that could hold one, made from the events' schemas: what is left of them after the
// erasure is found by the mark.

import { eventExamples } from '@greenroom/contract/bridgeEvents.examples'
import { type EventType, eventData } from '@greenroom/contract/bridgeEvents.schema'
import { z } from 'zod'
import type { Sent } from '../../../test/bridge.ts'
import { type JsonSchema, type Place, placesIn, withAt } from '../../../test/wrong.ts'

/** Stands in every marked word, in whatever spelling. */
export const mark = 'zqmarked'
/** Numbers that only the person has: of a phone, and of an account. */
export const markedNumbers = ['9178246013', '8801726354909'] as const

/** Texts that name things, states and codes of the app and of gateways, and stay: nothing in them is about a person. */
const named = new Set(
  `itemId dynamicId commentId reportId appealId liveId callId matchId viewId orderId withdrawalId purchaseId messageId refundId gateway
   currency country language platform channel labels product kind vipType sex outcome areaCode swift birthday`.split(
    /\s+/,
  ),
)
/** Money's references and a business's name stay by their declarations. */
const kept = new Set(['gatewayReference', 'payerReference', 'reference', 'guildName'])

let count = 0
const word = () => `${mark}${++count}`

/** A marked value for the field, as its schema wants it; undefined for a field that holds no words. */
function marked(name: string, schema: JsonSchema): unknown {
  if (schema.type !== 'string' || schema.enum || schema.const !== undefined || named.has(name) || kept.has(name))
    return undefined
  if (name === 'phone') return markedNumbers[0]
  if (name === 'accountNumber') return markedNumbers[1]
  if (name === 'address' || name === 'ip') return name === 'ip' ? '2001:db8:917:8246::13' : undefined
  if (schema.format === 'uri') return `https://cdn.example.com/${word()}.jpg`
  if (schema.format === 'email' || name === 'leaderEmail') return `${word()}@example.com`
  return word()
}

const schemaOf = (type: EventType) =>
  z.toJSONSchema(eventData[type] as z.ZodType, { io: 'input', unrepresentable: 'any' }) as JsonSchema

const nameOf = ({ path }: Place) => String(path.findLast((step) => typeof step === 'string'))

/** Places of an event's data that hold texts. */
export const textsOf = (type: EventType): { place: Place; name: string }[] =>
  placesIn(schemaOf(type))
    .filter(({ schema }) => schema.type === 'string')
    .map((place) => ({ place, name: nameOf(place) }))

/** Texts of any event that are neither marked nor said to be none. */
export const unsaid = (): string[] =>
  (Object.keys(eventData) as EventType[]).flatMap((type) =>
    textsOf(type)
      .filter(({ place, name }) => !named.has(name) && !kept.has(name) && marked(name, place.schema) === undefined)
      .filter(
        ({ place, name }) => place.schema.enum === undefined && place.schema.const === undefined && name !== 'address',
      )
      .map(({ name }) => `${type}.${name}`),
  )

/** An event with a mark in each of its texts; `fields` are put over it. */
export function markedEvent<T extends EventType>(type: T, fields: object, at?: Date): Sent<T> {
  let data: unknown = { ...eventExamples[type].data }
  for (const { place, name } of textsOf(type)) {
    // Of several forms of an account one is sent, as a whole.
    if (place.path[0] === 'account') continue
    const value = marked(name, place.schema)
    if (value !== undefined) data = withAt(data, place.path, value)
  }
  return { type, data: { ...(data as object), ...fields }, ...(at && { at }) } as Sent<T>
}

export const markedAccount = () => ({
  kind: 'bank' as const,
  holder: `Holder ${word()}`,
  bankName: `Bank ${word()}`,
  accountNumber: markedNumbers[1],
})
export const markedWord = word
