// Checks every answer of every test against the contract, field by field: production does not (`app/dispatch.ts`).
import { isDeepStrictEqual } from 'node:util'
import type { Inspect } from '../src/app/dispatch.ts'

/** As sent: no `undefined`, no `Date`. */
const written = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

/** The path of the first difference between two values. */
function differenceOf(one: unknown, other: unknown, path = 'result'): string {
  if (typeof one === 'object' && one !== null && typeof other === 'object' && other !== null)
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const [a, b] = [(one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]]
      if (!isDeepStrictEqual(a, b)) return differenceOf(a, b, `${path}.${key}`)
    }
  return `${path} is ${JSON.stringify(one)}, in the contract ${JSON.stringify(other)}`
}

export type Inspected = {
  /** Fails the call whose answer doesn't match its schema, or has an unknown field. */
  inspect: Inspect
  /** @throws with every wrong answer, even if the test expected a refusal and got one. */
  check(): void
}

/** For `buildProduct`. */
export function inspectAnswers(): Inspected {
  const wrong: string[] = []
  const refuse = (what: string): never => {
    wrong.push(what)
    throw new Error(what)
  }
  return {
    inspect(call, schema, result) {
      const parsed = schema.safeParse(result)
      if (!parsed.success)
        return refuse(`the answer of ${call.name} does not match its schema: ${parsed.error.message}`)
      const [sent, known] = [written(result), written(parsed.data)]
      if (!isDeepStrictEqual(sent, known))
        refuse(`the answer of ${call.name} has fields that its schema does not: ${differenceOf(sent, known)}`)
    },
    check() {
      if (wrong.length > 0) throw new Error(`answers that do not match their schemas:\n${wrong.join('\n')}`)
    },
  }
}
