// Both ends of a range, under whatever names, are compared wherever somebody may send them.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { declaredCalls } from './allCalls.ts'
import { listPayload, minimumOf, optional, ranged, withRanges } from './fields.ts'

type Def = Record<string, unknown> & { type: string; shape?: Record<string, z.ZodType> }
const defOf = (schema: z.ZodType) => (schema as unknown as { _zod: { def: Def } })._zod.def
const isSchema = (value: unknown): value is z.ZodType => typeof value === 'object' && value !== null && '_zod' in value

/** Every object schema inside, with its path. */
function* objectsIn(schema: z.ZodType, path: string, seen = new Set<z.ZodType>()): Generator<[string, z.ZodType]> {
  if (seen.has(schema)) return
  seen.add(schema)
  const def = defOf(schema)
  if (def.type === 'object') yield [path, schema]
  for (const [key, value] of Object.entries({ ...def, ...def.shape })) {
    if (isSchema(value)) yield* objectsIn(value, `${path}.${key}`, seen)
    if (Array.isArray(value)) for (const one of value) if (isSchema(one)) yield* objectsIn(one, `${path}.${key}`, seen)
    if (key === 'getter' && typeof value === 'function') yield* objectsIn((value as () => z.ZodType)(), path, seen)
  }
}

const pairsOf = (schema: z.ZodType) => {
  const fields = Object.keys(defOf(schema).shape ?? {})
  return fields.filter((field) => fields.includes(minimumOf(field) ?? ''))
}

describe('ranges', () => {
  it('have names that begin or end with min and max', () => {
    expect(['levelMax', 'maxScore', 'max', 'climax', 'maximum', 'Max'].map(minimumOf)).toEqual([
      'levelMin',
      'minScore',
      null,
      null,
      null,
      null,
    ])
  })

  it.each([
    ['levelMin', 'levelMax'],
    ['minScore', 'maxScore'],
  ])('%s must be less than %s', (min, max) => {
    const shape = { [min]: optional(z.coerce.number()), [max]: optional(z.coerce.number()) }
    for (const schema of [withRanges(z.object(shape)), listPayload(shape)]) {
      const wrong = (payload: object) =>
        schema
          .safeParse(payload)
          .error?.issues.map(({ path, ...issue }) => [path[0], 'params' in issue && issue.params])
      for (const bad of [{ [min]: '5', [max]: '5' }, { [min]: '5', [max]: '4' }, { [max]: '0' }])
        expect(wrong(bad)).toEqual([[max, { reason: 'field.range' }]])
      for (const good of [{ [min]: '5', [max]: '6' }, { [min]: '5' }, { [max]: '1' }, {}])
        expect(wrong(good)).toBeUndefined()
    }
  })

  it('are checked in every payload that has one', () => {
    const found = declaredCalls.flatMap(({ call, schema }) =>
      [...objectsIn(schema.payload, call.name)].flatMap(([path, object]) =>
        pairsOf(object).map((field) => ({ place: `${path}.${field}`, checked: ranged.has(object) })),
      ),
    )
    expect(found.length).toBeGreaterThan(10)
    expect(found.map(({ place }) => place)).toEqual(
      expect.arrayContaining(['auditClaim.maxScore', 'userList.levelMax']),
    )
    expect(found.filter(({ checked }) => !checked).map(({ place }) => place)).toEqual([])
  })
})
