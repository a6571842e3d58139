// Which fields of the rows in an entry, and which targets, are personal.

const names = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/**
 * Texts about people and by them; with an operation's beginning where the name alone does not say it. A field that is declared nowhere counts
 * as personal, and a test asks for its declaration.
 */
const personalFields = names(`
  account address answer device deviceId deviceIds email ip lastFour leaderEmail leaderName listedName nickname note payee
  payeeName phone promoter promoter.name q query question reason reference remark subject text userAgent user_agent value
`)

/**
 * States, kinds, days, numbers written as text, settings, and names that staff give to things and accounts. Money stays in the sealed entry,
 * whatever becomes of its owner's words.
 */
const plainFields = names(`
  action amount app as bannedUntil by call chain cn code code3 control countries currency dates decimal delimiter deliveries decision
  description diallingCode direction en endTime end_reason ending endpoint factor field figure fileName fingerprint format from gateway header hint
  group groups groupsClaim issuer scopes secret sessions
  key kind kinds language lastError left line list lost lostSince maker method mime model month name number orders owner path payees position purpose readWrite
  region release role roleName roles rule scene screen secondFactor sensitiveRights since sort startTime startWeek state status stock textCn
  textEn thing time title titleCn titleEn to topic topics transaction trigger type until url userType username usernames version view waiting week zone
`)

/** Ids, times, amounts, and which account did it. */
const plainForm = /^(?:id|at)$|(?:Ids?|_id|At|_at|Day|By|_by|Cents|Tokens|Micros|Until|Time)$/

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
  'provider',
  'report',
  'setup',
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
