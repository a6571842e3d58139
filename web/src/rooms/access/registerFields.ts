// The fields of a guild's registration: their rules, and how the server checks each.
import type { Payload } from '@greenroom/contract/call'
import type { ErrorCode } from '@greenroom/contract/errors'
import type { unionRegisterCheck } from '@greenroom/contract/guilds'
import { limits } from '@greenroom/contract/limits'

export type Values = {
  unionName: string
  sysInviterId: string
  parentId: string
  leaderName: string
  userNumber: string
  leaderEmail: string
  areaCode: string
  leaderPhone: string
  cmsUserName: string
  cmsPassWord: string
  passwordAgain: string
  smsCode: string
}
export type Field = keyof Values

export const emptyValues: Values = {
  unionName: '',
  sysInviterId: '',
  parentId: '',
  leaderName: '',
  userNumber: '',
  leaderEmail: '',
  areaCode: '+86',
  leaderPhone: '',
  cmsUserName: '',
  cmsPassWord: '',
  passwordAgain: '',
  smsCode: '',
}

/** The steps and their fields; the last one shows everything for review. */
export const steps = [
  { key: 'guild', fields: ['unionName', 'sysInviterId', 'parentId'] },
  { key: 'leader', fields: ['leaderName', 'userNumber', 'leaderEmail', 'areaCode', 'leaderPhone'] },
  { key: 'account', fields: ['cmsUserName', 'cmsPassWord', 'passwordAgain'] },
  { key: 'review', fields: ['smsCode'] },
] as const satisfies readonly { key: string; fields: readonly Field[] }[]

/** A field's error: the catalogue's code if there is one for the rule, else a text of this page. */
export type Fault = ErrorCode | 'different' | 'idDigits' | 'codeShort'

const isBetween = (text: string, min: number, max: number) => text.length >= min && text.length <= max

export const passwordRules = {
  length: (password: string) => isBetween(password, limits.agencyPasswordMin, limits.agencyPasswordMax),
  kinds: (password: string) =>
    [/[A-Z]/, /[a-z]/, /\d/, /[^A-Za-z\d\s]/].filter((kind) => kind.test(password)).length >= 2,
  mixed: (password: string) => password !== '' && !/^([A-Za-z]+|\d+)$/.test(password),
}

const rules: Record<Field, (value: string, values: Values) => Fault | undefined> = {
  unionName: (name) => (isBetween(name.trim(), 1, limits.agencyName) ? undefined : 30014),
  sysInviterId: () => undefined,
  parentId: (id) => (/^\d*$/.test(id.trim()) ? undefined : 'idDigits'),
  leaderName: (name) => (name.trim() === '' ? 30015 : undefined),
  userNumber: (id) => (/^\d{1,15}$/.test(id.trim()) ? undefined : 'idDigits'),
  leaderEmail: (email) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? undefined : 30018),
  areaCode: (code) => (/^\+?\d{1,4}$/.test(code.trim()) ? undefined : 30022),
  leaderPhone: (phone) => (phone.trim() === '' ? 30010 : /^\d{4,15}$/.test(phone.trim()) ? undefined : 30022),
  cmsUserName: (name) =>
    /^[A-Za-z0-9]+$/.test(name.trim()) && isBetween(name.trim(), limits.agencyAccountMin, limits.agencyAccountMax)
      ? undefined
      : 12004,
  cmsPassWord: (password) =>
    passwordRules.length(password) && passwordRules.kinds(password) && passwordRules.mixed(password)
      ? undefined
      : 12007,
  passwordAgain: (again, { cmsPassWord }) => (again === cmsPassWord ? undefined : 'different'),
  smsCode: (code) => (new RegExp(`^\\d{${limits.verificationCode}}$`).test(code) ? undefined : 'codeShort'),
}

/** A field's error by its own rule, before the server checks it. */
export const faultOf = (field: Field, values: Values): Fault | undefined => rules[field](values[field], values)

/** The server check of a field; undefined if there is none, or the field is empty. */
export function checkOf(field: Field, values: Values): Payload<typeof unionRegisterCheck> | undefined {
  const value = values[field].trim()
  if (value === '') return undefined
  switch (field) {
    case 'unionName':
    case 'leaderName':
    case 'cmsUserName':
      return { checkType: field, [field]: value }
    case 'userNumber':
      return { checkType: 'userNumber', userNumber: value }
    case 'leaderEmail':
      return { checkType: 'email', leaderEmail: value }
    case 'leaderPhone':
      return { checkType: 'phone', areaCode: values.areaCode.trim(), phoneNum: value }
    case 'parentId':
      return { checkType: 'parentId', parentId: Number(value) }
    case 'sysInviterId':
      return { checkType: 'inviter', sysInviterId: value }
    default:
      return undefined
  }
}

const fieldsOfCodes: readonly (readonly [Field, readonly number[]])[] = [
  ['unionName', [30001, 30014]],
  ['sysInviterId', [30021]],
  ['parentId', [30020]],
  ['leaderName', [30015]],
  ['userNumber', [30002, 30003, 30005, 30006, 30007, 30013, 30017]],
  ['leaderEmail', [30018]],
  ['leaderPhone', [30010, 30019, 30022]],
  ['cmsUserName', [10028, 12004]],
  ['cmsPassWord', [12007]],
  ['smsCode', [12001, 12002]],
]

/** The field of a refusal of the whole registration. */
export const fieldOfCode = (code: number): Field | undefined =>
  fieldsOfCodes.find(([, codes]) => codes.includes(code))?.[0]

export const stepOf = (field: Field): number =>
  steps.findIndex(({ fields }) => (fields as readonly Field[]).includes(field))
