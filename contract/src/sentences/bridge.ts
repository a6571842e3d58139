// Decisions about app clients, their secrets and deliveries.
import { isolated } from '../isolated.ts'
import { amountOf, type Change, changed, type Form, inForm, type Sentence } from './words.ts'

export function clientAdded(form: Form, details: { name: string; endpoint: string }): Sentence {
  const name = isolated(details.name)
  const to =
    details.endpoint === ''
      ? { en: '', cn: '' }
      : { en: `, commands to ${details.endpoint}`, cn: `，指令发往 ${details.endpoint}` }
  return inForm(
    form,
    { en: `App client ${name} added${to.en}`, cn: `已新增应用对接 ${name}${to.cn}` },
    { en: `Add app client ${name}${to.en}`, cn: `新增应用对接 ${name}${to.cn}` },
  )
}

export function endpointChanged(form: Form, details: { name: string; from: string; to: string }): Sentence {
  const name = isolated(details.name)
  const [from, to] = [details.from || '–', details.to || '–']
  return inForm(
    form,
    {
      en: `Endpoint of app client ${name} changed from ${from} to ${to}`,
      cn: `已将应用对接 ${name} 的地址由 ${from} 改为 ${to}`,
    },
    {
      en: `Change the endpoint of app client ${name} from ${from} to ${to}`,
      cn: `将应用对接 ${name} 的地址由 ${from} 改为 ${to}`,
    },
  )
}

export function secretRotated(form: Form, details: { name: string; hours: number }): Sentence {
  const name = isolated(details.name)
  const kept = `${details.hours} hour${details.hours === 1 ? '' : 's'}`
  const old =
    details.hours === 0
      ? { en: 'the previous one ends at once', cn: '原密钥立即作废' }
      : { en: `the previous one stays valid for ${kept}`, cn: `原密钥继续有效 ${details.hours} 小时` }
  return inForm(
    form,
    {
      en: `New secret for app client ${name}; ${old.en}`,
      cn: `已为应用对接 ${name} 生成新密钥，${old.cn}`,
    },
    {
      en: `Create a new secret for app client ${name}; ${old.en}`,
      cn: `为应用对接 ${name} 生成新密钥，${old.cn}`,
    },
  )
}

/** `App client Game enabled`. */
export const clientChanged = (name: string, how: Change): Sentence =>
  changed({ en: 'App client', cn: '应用对接' }, name, how)

/** Pending commands of the client are dropped. */
export function clientDeleted(details: { name: string; waiting: number }): Sentence {
  const sentence = clientChanged(details.name, 'deleted')
  const { waiting } = details
  if (waiting === 0) return sentence
  return {
    en: `${sentence.en}; ${commandsOf(waiting)} dropped`,
    cn: `${sentence.cn}，已丢弃 ${amountOf(waiting)} 条待投递指令`,
  }
}

const commandsOf = (count: number) => `${amountOf(count)} pending command${count === 1 ? '' : 's'}`

/** A secret is identified by its prefix. */
export function secretFetched(details: { name: string; hint: string }): Sentence {
  const name = isolated(details.name)
  return {
    en: `New secret ${details.hint}… of app client ${name} fetched`,
    cn: `已领取应用对接 ${name} 的新密钥 ${details.hint}…`,
  }
}

export function secretEnded(details: { name: string; hint: string }): Sentence {
  const name = isolated(details.name)
  return {
    en: `Secret ${details.hint}… of app client ${name} ended`,
    cn: `已作废应用对接 ${name} 的密钥 ${details.hint}…`,
  }
}

/** A restored copy delivers nothing until someone enables it. */
export const deliveriesResumed = (waiting: number): Sentence => ({
  en: `Deliveries enabled; ${commandsOf(waiting)}`,
  cn: `已开启指令投递，待投递 ${amountOf(waiting)} 条`,
})

/** A command by the name the app knows. */
export function commandSentAgain(details: { type: string; number: string; client: string }): Sentence {
  const client = isolated(details.client)
  return {
    en: `Command ${details.number} (${details.type}) sent again to app client ${client}`,
    cn: `已向应用对接 ${client} 重发指令 ${details.number}（${details.type}）`,
  }
}

/** The same for several, as the following message reports it. */
export const commandsSentAgain = (count: number): Sentence => ({
  en: `${amountOf(count)} command${count === 1 ? '' : 's'} sent again`,
  cn: `已重发 ${amountOf(count)} 条指令`,
})

/** How a held event ended: taken in, refused by a rule with its code, or dropped by staff. */
export function heldEventEnded(details: {
  type: string
  client: string
  how: 'replayed' | 'dropped' | number
}): Sentence {
  const client = isolated(details.client)
  const { type, how } = details
  if (how === 'dropped')
    return { en: `Event ${type} of app client ${client} dropped`, cn: `已丢弃应用对接 ${client} 的事件 ${type}` }
  const end = how === 'replayed' ? { en: '', cn: '' } : { en: `: rejected with ${how}`, cn: `：被规则拒绝（${how}）` }
  return {
    en: `Event ${type} of app client ${client} replayed${end.en}`,
    cn: `已重放应用对接 ${client} 的事件 ${type}${end.cn}`,
  }
}

const eventsOf = (count: number) => `${amountOf(count)} event${count === 1 ? '' : 's'}`

/** The same for several, as the following message reports it. */
export const heldEventsReplayed = (count: number): Sentence => ({
  en: `${eventsOf(count)} replayed`,
  cn: `已重放 ${amountOf(count)} 条事件`,
})
export const heldEventsDropped = (count: number): Sentence => ({
  en: `${eventsOf(count)} dropped`,
  cn: `已丢弃 ${amountOf(count)} 条事件`,
})

/** An error of the front end that staff have seen. */
export const pageErrorKnown = ({ screen, release }: { screen: string; release: string }): Sentence => ({
  en: `Error on ${isolated(screen)} of release ${isolated(release)} marked as known`,
  cn: `已将版本 ${isolated(release)} 中 ${isolated(screen)} 的页面错误标记为已知`,
})

export const pageErrorsKnown = (count: number): Sentence => ({
  en: count === 1 ? '1 error marked as known' : `${amountOf(count)} errors marked as known`,
  cn: `已将 ${amountOf(count)} 个页面错误标记为已知`,
})
