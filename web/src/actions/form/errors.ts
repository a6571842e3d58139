// Form errors in the reader's language under the right field: from the contract's schema before sending, or from the server.
import type { z } from 'zod'
import { isRefused } from '../../api/call.ts'
import { integer } from '../../format/number.ts'
import { textLanguage } from '../../i18n/index.ts'
import { explain, faultOf } from '../../session/messages.ts'
import { reasonOf } from '../../session/refusalReasons.ts'
import { label } from '../../ui/labels.ts'

export type FieldErrors = Record<string, string>

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const valueAt = (values: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], values)

type Issue = z.core.$ZodIssue

/** What a limit counts decides its sentence: characters, choices, or the number itself. */
function limitKeys(issue: Issue): string[] {
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return []
  const low = issue.code === 'too_small'
  if (issue.origin === 'string') return [low ? 'list:invalid.short' : 'list:invalid.long']
  if (issue.origin === 'array' || issue.origin === 'set') return [low ? 'list:invalid.few' : 'list:invalid.many']
  return [low ? 'list:invalid.small' : 'list:invalid.big']
}

function limitOf(issue: Issue): Record<string, unknown> {
  const limit = issue.code === 'too_small' ? issue.minimum : issue.code === 'too_big' ? issue.maximum : undefined
  return limit === undefined ? {} : { count: Number(limit), limit: integer(Number(limit), textLanguage()) }
}

/** The `validate` of Mantine's form: both sides share one schema. */
export function schemaErrors(schema: z.ZodType, values: unknown, room: string): FieldErrors {
  const parsed = schema.safeParse(values)
  if (parsed.success) return {}
  const errors: FieldErrors = {}
  for (const issue of parsed.error.issues) {
    const field = issue.path.map(String).join('.')
    if (errors[field]) continue
    const keys = isEmpty(valueAt(values, issue.path))
      ? ['list:invalid.required']
      : [`${room}:invalid.${String(issue.path[0])}`, ...limitKeys(issue), 'list:invalid.other']
    errors[field] = label(keys, limitOf(issue))
  }
  return errors
}

/** The field of a code, if the server names none. */
export type CodeFields = Readonly<Record<number, string>>

/** The contract maps fields to codes; this is the inverse. */
export const codeFields = (
  fieldCodes: Readonly<Record<string, number>> | undefined,
  more: CodeFields = {},
): CodeFields => ({
  ...Object.fromEntries(Object.entries(fieldCodes ?? {}).map(([field, code]) => [code, field])),
  ...more,
})

/** Who saved first, from the server's refusal of a stale write. */
export function savedFirst(error: unknown): { by: string } | undefined {
  if (!isRefused(error, 20000)) return undefined
  const by = error.detail.find(({ reason }) => reason === 'stale.by' || reason === 'stale.byOnly')?.params?.['by']
  return by === undefined ? undefined : { by: String(by) }
}

/** The server's refusals by field; those without a field of the form go to `text`. */
export function refusalErrors(
  error: unknown,
  fields: readonly string[],
  codes: CodeFields,
  room: string,
): { errors: FieldErrors; text: string } {
  const text = explain(error)?.text ?? ''
  if (!isRefused(error)) return { errors: {}, text }
  const first = savedFirst(error)
  if (first) return { errors: {}, text: label('list:stale.by', first) }
  const errors: FieldErrors = {}
  for (const fault of error.detail) {
    const { field } = fault
    const own = fields.find((known) => field === known || field.startsWith(`${known}.`))
    if (!own) continue
    const why = fault.reason === undefined ? '' : reasonOf(fault)
    // Without a reason key, a specific code's text is better than the schema's English message.
    const otherwise = error.code === 10009 ? label([`${room}:invalid.${own}`, 'list:invalid.other']) : text
    errors[own] = why || otherwise
  }
  const named = codes[error.code]
  if (named && Object.keys(errors).length === 0 && fields.includes(named)) errors[named] = text
  const others = error.detail.filter(({ field }) => !fields.some((known) => field.startsWith(known)))
  return { errors, text: [text, ...others.map(faultOf)].filter(Boolean).join('\n') }
}
