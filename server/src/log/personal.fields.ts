// Which fields of the rows in an entry, and which targets, are personal.

const names = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/**
 * Texts about people and by them; with an operation's beginning where the name alone does not say it. A field that is declared nowhere counts
 * as personal, and a test asks for its declaration.
 */
const personalFields = names(`
  address device deviceId deviceIds ip lastFour note promoter promoter.name q query reason reference subject text user_agent
`)

/** States, kinds, days, numbers written as text, and names that staff give to things and accounts. */
const plainFields = names(`
  action as by call chain cn countries decision en endpoint field fingerprint from hint key kind kinds language list maker mime model month
  name number owner purpose roles screen sensitiveRights sort startWeek state stock textCn textEn titleCn titleEn to transaction type until
  username usernames view week
`)

/** Ids, times, and which account did it. */
const plainForm = /^id$|(?:Ids?|_id|At|_at|Day|By|_by)$/

type Of = { operation: string; field: string }

const isDeclaredPersonal = ({ operation, field }: Of): boolean =>
  personalFields.has(field) || personalFields.has(`${operation.split('.')[0]}.${field}`)
const isPlain = (of: Of): boolean => !isDeclaredPersonal(of) && (plainFields.has(of.field) || plainForm.test(of.field))

export const isPersonalField = (of: Of): boolean => !isPlain(of)
export const isDeclaredField = (of: Of): boolean => isDeclaredPersonal(of) || isPlain(of)

/** Kinds of targets that are named by something personal; the others are named by a number or a key. */
const personalTargets: ReadonlySet<string> = new Set(['device', 'phone'])

/** Kinds that are named by a key, a day, or an id of the app. */
const plainTargets: ReadonlySet<string> = new Set([
  'audit',
  'chain',
  'comment',
  'country',
  'deliveries',
  'dynamic',
  'item',
  'live',
  'order',
  'param',
  'placement',
  'report',
  'topic',
  'withdrawal',
  'withdrawals',
])

const numbered = /^[a-zA-Z ]+ (?:\d+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export const isDeclaredTarget = (target: string): boolean =>
  numbered.test(target) || [...personalTargets, ...plainTargets].includes(target.split(' ')[0] ?? '')

export const isPersonalTarget = (kind: string): boolean => personalTargets.has(kind)

/** The pointer (RFC 6901) to a key of what `at` points to. */
export const pointerTo = (at: string, key: string): string => `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** The field that a pointer is about: places in lists are of the list's field. */
export const fieldOf = (pointer: string): string => {
  const keys = pointer.split('/').slice(1)
  return (keys.findLast((key) => !/^\d+$/.test(key)) ?? '').replaceAll('~1', '/').replaceAll('~0', '~')
}
