import { declaredCalls } from '@greenroom/contract/allCalls'
import {
  flag,
  id,
  integer,
  line,
  listOf,
  listPayload,
  optional,
  prose,
  range,
  timeText,
} from '@greenroom/contract/fields'
import { isReason, type ReasonKey } from '@greenroom/contract/reasons'
import { reasonText } from '@greenroom/contract/reasonTexts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { refusedFields } from './dispatch.ts'
import { whyOf } from './faults.ts'

const why = (schema: z.ZodType, value: unknown) => {
  const parsed = schema.safeParse(value, { reportInput: true })
  const [issue] = parsed.error?.issues ?? []
  const { reason, params } = whyOf(issue!)
  return params === undefined ? reason : [reason, params]
}

test.each([
  [z.object({ name: line(5) }), {}, 'field.required'],
  [z.object({ name: line(5) }), { name: '' }, 'field.required'],
  [line(5, 2), 'x', ['field.tooShort', { min: 2 }]],
  [line(5), 'far too long', ['field.tooLong', { max: 5 }]],
  [prose(5), 'a\u0007', 'field.invalid'],
  [integer(1, 9), 'many', 'field.number'],
  [integer(1, 9), '1.5', 'field.number'],
  [integer(1, 9), 1.5, 'field.number'],
  [integer(1, 9), '0', ['field.tooSmall', { min: 1 }]],
  [integer(1, 9), '10', ['field.tooLarge', { max: 9 }]],
  [flag(), 'perhaps', 'field.flag'],
  [z.enum(['a', 'b']), 'c', ['field.oneOf', { values: ['a', 'b'] }]],
  [listOf(id(), 2), '1,2,3', ['field.tooMany', { max: 2 }]],
  [listOf(id(), 2).and(z.unknown()), 7, 'field.list'],
  [optional(timeText()), '31.12.2026', 'field.invalid'],
  [z.uuid(), 'x', 'field.invalid'],
  [listPayload(range('level', integer(0))), { levelMin: 5, levelMax: 5 }, 'field.range'],
])('%#: %j', (schema, value, expected) => {
  expect(why(schema, value)).toEqual(expected)
})

test('every field refused without its own code names a reason with both texts', () => {
  const wrong = ['\u0000', -1e300, {}, [], 'x'.repeat(20_000)]
  for (const { call, schema } of declaredCalls) {
    const { shape } = schema.payload as z.ZodObject
    for (const field of Object.keys(shape))
      for (const value of wrong) {
        const parsed = schema.payload.safeParse({ [field]: value }, { reportInput: true })
        if (parsed.success) continue
        for (const { reason = '' } of refusedFields(parsed.error, {}).detail ?? []) {
          expect(isReason(reason), `${call.name} ${field}: ${reason}`).toBe(true)
          expect(reasonText(reason as ReasonKey, {}, 'cn')).toMatch(/\p{Script=Han}/u)
        }
      }
  }
})

test('a field with a catalogue code is refused with that code', () => {
  const parsed = z.object({ reason: prose(500, 1) }).safeParse({ reason: '' }, { reportInput: true })
  const refusal = refusedFields(parsed.error!, { reason: 11004 })
  expect(refusal).toMatchObject({ code: 11004, detail: [{ field: 'reason' }] })
  expect(refusal.detail![0]).not.toHaveProperty('reason')
})
