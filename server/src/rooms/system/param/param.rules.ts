// Parameters as staff see them: declarations merged with staff's changes and additions; and validation of values.
import type { RecordOf } from '@greenroom/contract/call'
import { namesOf } from '@greenroom/contract/localized'
import type { paramHistory, paramList } from '@greenroom/contract/system'
import { because, type Why } from '../../../kit/calls/refusal.ts'
import { isTimeZone } from '../../../kit/time.ts'
import type { ParamDefinition } from '../../../params/index.ts'
import { paramText } from '../../../texts/catalogue.ts'
import type { ParamRow } from './param.queries.ts'

export type ParamType = ParamDefinition['type']

export type Param = {
  key: string
  group: string
  type: ParamType
  names: { en: string; cn: string }
  description: { en: string; cn: string }
  value: string
  /** Null for a parameter added by staff. */
  defaultValue: string | null
  unit: string
  choices: readonly string[]
  min: number | null
  max: number | null
  editable: boolean
  frontEndNeeded: boolean
  sensitive: boolean
  builtIn: boolean
  /** Null if it was never changed. */
  updatedAt: Date | null
  updatedBy: string
  version: number
}

/** The group of parameters added by staff. */
export const addedGroup = 'added'

const declared = (key: string, definition: ParamDefinition, row: ParamRow | undefined): Param => {
  // A row that staff added under this key before the code declared it is another parameter.
  const changed = row?.built_in ? row : undefined
  return {
    key,
    group: definition.group,
    type: definition.type,
    names: paramText(key, 'name'),
    description: paramText(key, 'description'),
    value: changed?.value ?? definition.default,
    defaultValue: definition.default,
    unit: definition.unit ?? '',
    choices: definition.choices ?? [],
    min: definition.min ?? null,
    max: definition.max ?? null,
    editable: definition.editable !== false,
    frontEndNeeded: definition.frontEndNeeded === true,
    sensitive: definition.sensitive === true,
    builtIn: true,
    updatedAt: changed?.updated_at ?? null,
    updatedBy: changed?.updated_by ?? '',
    version: row?.version ?? 1,
  }
}

const added = (row: ParamRow): Param => ({
  key: row.key,
  group: addedGroup,
  type: row.type,
  names: namesOf(row.texts!),
  description: { en: '', cn: '' },
  value: row.value,
  defaultValue: null,
  unit: '',
  choices: [],
  min: null,
  max: null,
  editable: true,
  frontEndNeeded: row.front_end_needed,
  sensitive: false,
  builtIn: false,
  updatedAt: row.updated_at,
  updatedBy: row.updated_by,
  version: row.version,
})

export type Definitions = Readonly<Record<string, ParamDefinition>>

/** One parameter; undefined if there is none with this key. */
export function paramOf(key: string, definitions: Definitions, row: ParamRow | undefined): Param | undefined {
  const definition = Object.hasOwn(definitions, key) ? definitions[key] : undefined
  if (definition) return declared(key, definition, row)
  return row && !row.built_in ? added(row) : undefined
}

/** All parameters: declared ones in order, then added ones by key. Rows whose declaration was removed are left out. */
export function allParams(definitions: Definitions, rows: readonly ParamRow[]): Param[] {
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const more = rows.map((row) => row.key).filter((key) => !Object.hasOwn(definitions, key))
  return [...Object.keys(definitions), ...more.toSorted()].flatMap(
    (key) => paramOf(key, definitions, byKey.get(key)) ?? [],
  )
}

/** The parameter with the *editable* flag as set by an administrator, if any. */
export const flagged = (param: Param, flags: ReadonlyMap<string, boolean>): Param => ({
  ...param,
  editable: flags.get(param.key) ?? param.editable,
})

export type Filters = {
  q?: string | undefined
  group?: string | undefined
  frontEndNeeded?: boolean | undefined
  changed?: boolean | undefined
}

/** True if its value differs from the declared default. */
const isChanged = (param: Param) => param.value !== param.defaultValue

/** Filters parameters; `q` matches part of the key, or of the name in either language. */
export function filtered(params: readonly Param[], { q, group, frontEndNeeded, changed }: Filters): Param[] {
  const needle = q?.toLowerCase()
  return params.filter(
    (param) =>
      (needle === undefined ||
        [param.key, param.names.en, param.names.cn].some((text) => text.toLowerCase().includes(needle))) &&
      (group === undefined || param.group === group) &&
      (frontEndNeeded === undefined || param.frontEndNeeded === frontEndNeeded) &&
      (changed === undefined || isChanged(param) === changed),
  )
}

export type Typed = Pick<Param, 'type' | 'choices' | 'min' | 'max'>
export type Checked = { ok: true; value: string } | { ok: false; why: Why }

const wrong = (why: Why): Checked => ({ ok: false, why })

function numberFault(number: number, { min, max }: Typed): Why | null {
  if (min !== null && number < min) return because('field.tooSmall', { min })
  return max !== null && number > max ? because('field.tooLarge', { max }) : null
}

function lengthFault(length: number, { min, max }: Typed): Why | null {
  if (min !== null && length < min) return because('field.tooShort', { min })
  return max !== null && length > max ? because('field.tooLong', { max }) : null
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** A map, since a name such as `__proto__` would be found in an object. */
const flags: ReadonlyMap<string, string> = new Map([
  ['true', 'true'],
  ['1', 'true'],
  ['false', 'false'],
  ['0', 'false'],
])

/** Validates a value by type and bounds, and returns its normalised text. */
export function checkedValue(param: Typed, given: string): Checked {
  const value = param.type === 'text' ? given : given.trim()
  switch (param.type) {
    case 'integer': {
      if (!/^[+-]?\d{1,16}$/.test(value) || !Number.isSafeInteger(Number(value))) return wrong(because('field.number'))
      const out = numberFault(Number(value), param)
      return out === null ? { ok: true, value: String(BigInt(value)) } : wrong(out)
    }
    case 'boolean': {
      const flag = flags.get(value.toLowerCase())
      return flag === undefined ? wrong(because('field.flag')) : { ok: true, value: flag }
    }
    case 'choice':
      return param.choices.includes(value)
        ? { ok: true, value }
        : wrong(because('field.oneOf', { values: [...param.choices] }))
    case 'timeZone':
      return isTimeZone(value) ? { ok: true, value } : wrong(because('field.zone'))
    case 'json':
      return isJson(value) ? { ok: true, value } : wrong(because('field.json'))
    case 'text': {
      const out = lengthFault(value.length, param)
      return out === null ? { ok: true, value } : wrong(out)
    }
  }
}

export type ParamViewer = { mayWrite: boolean; administrator: boolean }

/** The viewer's permitted actions; `pending` if a change waits for a second member of staff. */
export function canOf(
  param: Param,
  { mayWrite, administrator }: ParamViewer,
  pending: boolean,
): RecordOf<typeof paramList>['can'] {
  if (!mayWrite) return { set: 'readOnly', delete: 'readOnly', editable: 'readOnly' }
  return {
    set: !param.editable ? 'notEditable' : pending ? 'pending' : true,
    delete: param.builtIn ? 'builtIn' : param.editable ? true : 'notEditable',
    editable: administrator ? true : 'administrators',
  }
}

/** Whether the viewer may revert to a change's value. */
export function canRevert(
  param: Param,
  after: string,
  viewer: ParamViewer,
  pending: boolean,
): RecordOf<typeof paramHistory>['can'] {
  const { set } = canOf(param, viewer, pending)
  if (set !== true) return { revert: set }
  if (after === param.value) return { revert: 'already' }
  return { revert: checkedValue(param, after).ok ? true : 'notValid' }
}

/** Whether this value needs a second account also during set-up: it prices money, or raises a limit. */
export function alwaysNeedsTwo(
  definitions: Definitions,
  { key, value }: Pick<Param, 'key' | 'value'>,
  to: string,
): boolean {
  const setup = Object.hasOwn(definitions, key) ? definitions[key]?.setup : undefined
  return setup === 'by two' || (setup === 'raised by two' && Number(to) > Number(value))
}
