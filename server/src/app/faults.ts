// Maps schema issues to reasons that screens show in the reader's language. Pure.
import { isReason, type ParamsAfter, type ReasonKey } from '@greenroom/contract/reasons'
import type { z } from 'zod'
import { because, type Why } from '../kit/calls/refusal.ts'

type Issue = z.core.$ZodIssue
/** Reasons whose texts have no params. */
type Plain = { [K in ReasonKey]: ParamsAfter<K> extends [] ? K : never }[ReasonKey]

const isLength = (origin: string) => origin === 'string'
const isCount = (origin: string) => ['array', 'set', 'map', 'file'].includes(origin)

/** The field is absent, or only spaces. */
const isMissing = (input: unknown) => input === undefined || input === null || input === ''

const expected: Readonly<Record<string, () => Why>> = {
  number: () => because('field.number'),
  int: () => because('field.number'),
  boolean: () => because('field.flag'),
  array: () => because('field.list'),
}

/** A refinement of the contract names its reason, and what its text has. */
function named({ reason, text }: Record<string, unknown>): Why {
  if (reason === 'field.ids') return because(reason, { text: String(text) })
  return because((typeof reason === 'string' && isReason(reason) ? reason : 'field.invalid') as Plain)
}

/** Why a field was refused. The issue carries its input (`reportInput`). */
export function whyOf(issue: Issue): Why {
  if (issue.code !== 'custom' && issue.code !== 'unrecognized_keys' && isMissing(issue.input))
    return because('field.required')
  switch (issue.code) {
    case 'invalid_type':
      return expected[issue.expected]?.() ?? because('field.invalid')
    case 'too_small': {
      const min = Number(issue.minimum)
      if (isLength(issue.origin)) return because('field.tooShort', { min })
      return isCount(issue.origin) ? because('field.tooFew', { min }) : because('field.tooSmall', { min })
    }
    case 'too_big': {
      const max = Number(issue.maximum)
      if (isLength(issue.origin)) return because('field.tooLong', { max })
      return isCount(issue.origin) ? because('field.tooMany', { max }) : because('field.tooLarge', { max })
    }
    case 'invalid_value':
      return because('field.oneOf', { values: issue.values.map(String) })
    case 'custom':
      return named(issue.params ?? {})
    default:
      return because('field.invalid')
  }
}
