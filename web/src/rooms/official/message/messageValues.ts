// A message's form values, and the call's payload.

import type { Answer, Payload } from '@greenroom/contract/call'
import type { messageInfo, messageSave } from '@greenroom/contract/messages'
import type { Audience } from '@greenroom/contract/messages.schema'
import { readIds } from '@greenroom/contract/pastedIds'
import { dateTime } from '../../../format/time.ts'
import { platformZone } from '../../../session/zone.ts'
import type { Picture } from '../../../ui/fields/PicturePicker.tsx'

export type Message = Answer<typeof messageInfo>['message']

export type Values = {
  id?: number
  version?: number
  name: string
  type: string
  texts: Record<string, { title: string; text: string }>
  link: string
  pictures: Picture[]
  accountId: string | null
  notice: boolean
  userType: string
  sex: string | null
  countries: string[]
  languages: string[]
  levelMin: number | ''
  levelMax: number | ''
  activeDays: number | ''
  neverRecharged: boolean
  ids: string
  sendType: string
  sendTime: string
  notAfter: string
  /** The last counted size of the audience, and its rule. */
  counted: { rule: string; size: number } | null
}

export const emptyValues = (): Values => ({
  name: '',
  type: 'text',
  texts: {},
  link: '',
  pictures: [],
  accountId: null,
  notice: false,
  userType: 'all',
  sex: null,
  countries: [],
  languages: [],
  levelMin: '',
  levelMax: '',
  activeDays: '',
  neverRecharged: false,
  ids: '',
  sendType: 'draft',
  sendTime: '',
  notAfter: '',
  counted: null,
})

const shownAt = (at: string | null) => (at === null ? '' : dateTime(at, platformZone()))

export function valuesOf(message: Message): Values {
  const rule = message.audienceRule as Audience
  const some = rule.userType === 'some' ? rule : undefined
  return {
    id: message.id,
    version: message.version,
    name: message.name,
    type: message.type,
    texts: message.texts,
    link: message.link,
    pictures: message.picture ? [message.picture] : [],
    accountId: message.account ? String(message.account.id) : null,
    notice: message.notice,
    userType: rule.userType,
    sex: some?.sex ?? null,
    countries: some?.countries ?? [],
    languages: some?.languages ?? [],
    levelMin: some?.levelMin ?? '',
    levelMax: some?.levelMax ?? '',
    activeDays: some?.activeDays ?? '',
    neverRecharged: some?.neverRecharged ?? false,
    ids: rule.userType === 'ids' ? rule.ids.join('\n') : '',
    sendType: message.state === 'draft' ? 'draft' : 'scheduled',
    sendTime: shownAt(message.sendTime),
    notAfter: shownAt(message.notAfter),
    counted: null,
  }
}

const number = (value: number | '') => (value === '' ? undefined : value)

/** The rule, without empty conditions. */
export function audienceFrom(values: Values): Payload<typeof messageSave>['audience'] {
  const { userType } = values
  if (userType === 'all') return { userType }
  if (userType === 'ids')
    return {
      userType,
      ids: readIds(values.ids).ids,
    }
  return {
    userType: 'some',
    ...(values.sex && { sex: values.sex as 'man' }),
    ...(values.countries.length > 0 && { countries: values.countries }),
    ...(values.languages.length > 0 && { languages: values.languages as 'en'[] }),
    ...(values.levelMin !== '' && { levelMin: number(values.levelMin) }),
    ...(values.levelMax !== '' && { levelMax: number(values.levelMax) }),
    ...(values.activeDays !== '' && { activeDays: number(values.activeDays) }),
    ...(values.neverRecharged && { neverRecharged: true as const }),
  }
}

/** The audience as one string, for comparing rules. */
export const ruleOf = (values: Values): string => JSON.stringify(audienceFrom(values))

/** The audience's size; undefined if the rule has changed since it was counted. */
export const countedOf = (values: Values) => (values.counted?.rule === ruleOf(values) ? values.counted : undefined)

export function payloadFrom(values: Values): Record<string, unknown> {
  const { id, version, name, type, texts, link, pictures, accountId, notice, sendType, sendTime, notAfter } = values
  return {
    ...(id !== undefined && { id, version }),
    name,
    type,
    texts,
    link: type.includes('link') ? link : '',
    pictureId: type.includes('picture') ? (pictures[0]?.fileId ?? '') : '',
    accountId: accountId ?? '',
    notice,
    audience: audienceFrom(values),
    sendType,
    sendTime: sendType === 'scheduled' ? sendTime : '',
    notAfter,
  }
}
