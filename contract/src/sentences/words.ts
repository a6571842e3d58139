// Building blocks of the sentences about decisions: users with their ids, durations, amounts. Pure; both languages at
// once.
import { isolated } from '../isolated.ts'
import type { payoutAccountKinds } from '../words.ts'

/** One decision in both languages. */
export type Sentence = { en: string; cn: string }

/** A user by nickname and id; the nickname may be empty. */
export type Named = { id: number | string; nickname: string }

/** A completed action ("banned") or a requested one ("Ban"). */
export type Form = 'done' | 'request'

/** `Noura2008 (100297)`: the id tells users with the same nickname apart. */
export const nameOf = ({ id, nickname }: Named): string =>
  nickname === '' ? String(id) : `${isolated(nickname)} (${id})`

const named = 2

/** Stored names: the first few, then a count. */
export const listOf = (names: readonly string[]): Sentence => {
  const safe = names.map(isolated)
  return inOne(safe.map((name) => ({ en: name, cn: name })))
}

/**
 * The first few, then a count: `a and b`, `a, b and 3 more`. Names inside are isolated. `unit` is the Chinese counter
 * for each.
 */
export function inOne(all: readonly Sentence[], count = all.length, unit = '项'): Sentence {
  const first = all.slice(0, named)
  const names = first.map(({ en }) => en)
  const more = count - first.length
  return {
    en: more > 0 ? `${names.join(', ')} and ${more} more` : names.join(' and '),
    cn: first.map(({ cn }) => cn).join('、') + (more > 0 ? ` 等 ${count} ${unit}` : ''),
  }
}

/** The first few users by name, then a count. `all` is the total where only some are named. */
export function namesOf(people: readonly Named[], all = people.length): Sentence {
  if (people.length === 0) return { en: counted(all, 'user'), cn: `${all} 位用户` }
  const names = people.slice(0, named).map(nameOf)
  const shownNames = names.map((name) => ({ en: name, cn: name }))
  return inOne(shownNames, all, '人')
}

/** `for 24 hours`, `permanently`; whole days from three on. */
export function lengthOf(hours: number): Sentence {
  if (hours === 0) return { en: 'permanently', cn: '永久' }
  const days = hours >= 72 && hours % 24 === 0
  const count = days ? hours / 24 : hours
  const unit = days ? 'day' : 'hour'
  return { en: `for ${count} ${unit}${count === 1 ? '' : 's'}`, cn: `${count} ${days ? '天' : '小时'}` }
}

const grouped = new Intl.NumberFormat('en-US')
/** `250,000`, the same in both languages. */
export const amountOf = (amount: number | bigint): string => grouped.format(amount)

/** `1 payout`, `2 payouts`, for nouns that only take an s. */
export const counted = (count: number | bigint, noun: string): string =>
  `${amountOf(count)} ${noun}${BigInt(count) === 1n ? '' : 's'}`

/** Cents as dollars: `$1,250.00`, as on screens. */
export const usdOf = (cents: number | bigint): string => {
  const amount = BigInt(cents)
  return `$${amountOf(amount / 100n)}.${String(amount % 100n).padStart(2, '0')}`
}

/** Where a payout goes, within a sentence. */
export const accountKinds: Record<(typeof payoutAccountKinds)[number], Sentence> = {
  bank: { en: 'bank account', cn: '银行账户' },
  'e-wallet': { en: 'e-wallet', cn: '电子钱包' },
  'usdt.trc20': { en: 'USDT TRC20 address', cn: 'USDT TRC20 地址' },
  'usdt.erc20': { en: 'USDT ERC20 address', cn: 'USDT ERC20 地址' },
}

/** A masked field of someone's contacts. */
export const contactField = (field: 'phone' | 'email'): Sentence =>
  field === 'phone' ? { en: 'Phone number', cn: '手机号' } : { en: 'E-mail address', cn: '邮箱' }

/** One of two forms. */
export const inForm = (form: Form, done: Sentence, request: Sentence): Sentence => (form === 'done' ? done : request)

const changes = {
  added: { done: { en: 'added', cn: '已新增' }, request: { en: 'Add', cn: '新增' } },
  edited: { done: { en: 'edited', cn: '已编辑' }, request: { en: 'Edit', cn: '编辑' } },
  enabled: { done: { en: 'enabled', cn: '已启用' }, request: { en: 'Enable', cn: '启用' } },
  disabled: { done: { en: 'disabled', cn: '已停用' }, request: { en: 'Disable', cn: '停用' } },
  deleted: { done: { en: 'deleted', cn: '已删除' }, request: { en: 'Delete', cn: '删除' } },
  moved: { done: { en: 'moved', cn: '已移动' }, request: { en: 'Move', cn: '移动' } },
} as const satisfies Record<string, Record<Form, Sentence>>

/** What happened to a record that staff maintain. */
export type Change = keyof typeof changes

/** `Menu Posts moved`; a name may differ by language. */
export function changed(what: Sentence, name: string | Sentence, how: Change, form: Form = 'done'): Sentence {
  const of = typeof name === 'string' ? { en: isolated(name), cn: isolated(name) } : name
  const { done, request } = changes[how]
  return inForm(
    form,
    { en: `${what.en} ${of.en} ${done.en}`, cn: `${done.cn}${what.cn} ${of.cn}` },
    { en: `${request.en} ${lower(what.en)} ${of.en}`, cn: `${request.cn}${what.cn} ${of.cn}` },
  )
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
