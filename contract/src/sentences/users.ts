// Decisions about users and devices, in one wording: for toasts, batch reports, approvals and the operation log.

import { isolated } from '../isolated.ts'
import type { banKinds, userFlags } from '../words.ts'
import {
  amountOf,
  contactField,
  counted,
  type Form,
  inForm,
  lengthOf,
  listOf,
  type Named,
  nameOf,
  namesOf,
  type Sentence,
} from './words.ts'

/** `all` is the number of users where only the first few are named. */
type Targets = { people: readonly Named[]; all?: number | undefined }

/** 0 hours means permanent. */
export function banned(form: Form, targets: Targets & { kind: (typeof banKinds)[number]; hours: number }): Sentence {
  const who = namesOf(targets.people, targets.all)
  const length = lengthOf(targets.hours)
  const of = {
    id: { en: who.en, cn: who.cn },
    device: { en: `The devices of ${who.en}`, cn: `${who.cn} 的设备` },
    both: { en: `${who.en} with their devices`, cn: `${who.cn} 及其设备` },
  }[targets.kind]
  const whom = targets.kind === 'device' ? `the devices of ${who.en}` : of.en
  return inForm(
    form,
    { en: `${of.en} banned ${length.en}`, cn: `已封禁 ${of.cn}：${length.cn}` },
    { en: `Ban ${whom} ${length.en}`, cn: `封禁 ${of.cn}：${length.cn}` },
  )
}

export function unbanned(form: Form, targets: Targets): Sentence {
  const who = namesOf(targets.people, targets.all)
  return inForm(
    form,
    { en: `${who.en} unbanned`, cn: `已解封 ${who.cn}` },
    { en: `Unban ${who.en}`, cn: `解封 ${who.cn}` },
  )
}

/** Tokens for each user; with several users the sum is added. */
export function moved(
  form: Form,
  targets: Targets & { direction: 'grant' | 'deduct'; tokens: number | bigint },
): Sentence {
  const { people, direction, tokens } = targets
  const all = targets.all ?? people.length
  const who = namesOf(people, all)
  const many = all > 1
  const amount = many
    ? { en: `${counted(tokens, 'token')} each`, cn: `每人 ${amountOf(tokens)} 代币` }
    : { en: counted(tokens, 'token'), cn: `${amountOf(tokens)} 代币` }
  const sum = amountOf(BigInt(tokens) * BigInt(all))
  const total = many ? { en: ` (${sum} in total)`, cn: `（合计 ${sum}）` } : { en: '', cn: '' }
  const parts =
    direction === 'grant'
      ? inForm(
          form,
          { en: `${amount.en} granted to ${who.en}`, cn: `已向 ${who.cn} 赠送${many ? '' : ' '}${amount.cn}` },
          { en: `Grant ${amount.en} to ${who.en}`, cn: `向 ${who.cn} 赠送${many ? '' : ' '}${amount.cn}` },
        )
      : inForm(
          form,
          { en: `${amount.en} deducted from ${who.en}`, cn: `已从 ${who.cn} 扣除${many ? '' : ' '}${amount.cn}` },
          { en: `Deduct ${amount.en} from ${who.en}`, cn: `从 ${who.cn} 扣除${many ? '' : ' '}${amount.cn}` },
        )
  return { en: parts.en + total.en, cn: parts.cn + total.cn }
}

/** The amount that a reversed grant or deduction moved. */
export function moveReversed(targets: Targets & { direction: 'grant' | 'deduct'; tokens: number | bigint }): Sentence {
  const who = namesOf(targets.people, targets.all)
  const tokens = amountOf(targets.tokens)
  return targets.direction === 'grant'
    ? { en: `${tokens} granted tokens recovered from ${who.en}`, cn: `已从 ${who.cn} 收回赠送的 ${tokens} 代币` }
    : { en: `${tokens} deducted tokens returned to ${who.en}`, cn: `已向 ${who.cn} 退还扣除的 ${tokens} 代币` }
}

const flags: Record<(typeof userFlags)[number], Sentence> = {
  marketAudit: { en: 'market audit', cn: '商店审核账号' },
  security: { en: 'security', cn: '安全关注' },
  internal: { en: 'internal', cn: '内部账号' },
}

export function flagged(targets: Targets & { flag: (typeof userFlags)[number]; on: boolean }): Sentence {
  const who = namesOf(targets.people, targets.all)
  const flag = flags[targets.flag]
  return targets.on
    ? { en: `${who.en} flagged “${flag.en}”`, cn: `已为 ${who.cn} 添加标记“${flag.cn}”` }
    : { en: `Flag “${flag.en}” removed from ${who.en}`, cn: `已移除 ${who.cn} 的标记“${flag.cn}”` }
}

export function loggedOut(targets: Targets): Sentence {
  const who = namesOf(targets.people, targets.all)
  return { en: `${who.en} logged out of the app`, cn: `已强制 ${who.cn} 下线` }
}

/** A device by its number; `until` hours are unknown if a user's ban caused it. */
export const deviceBanned = (deviceId: string, isBanned: boolean): Sentence =>
  isBanned
    ? { en: `Device ${isolated(deviceId)} banned`, cn: `已封禁设备 ${isolated(deviceId)}` }
    : { en: `Device ${isolated(deviceId)} unbanned`, cn: `已解封设备 ${isolated(deviceId)}` }

/** An approved operation that worked for some users only. */
export const partlyMoved = ({ maker, done, all }: { maker: string; done: number; all: number }): Sentence => ({
  en: `Request of ${isolated(maker)}: done for ${amountOf(done)} of ${counted(all, 'user')}`,
  cn: `${isolated(maker)} 的申请：${amountOf(all)} 位用户中已完成 ${amountOf(done)} 位`,
})

const noteVerbs = {
  added: { en: 'added to', cn: '新增' },
  edited: { en: 'edited for', cn: '编辑' },
  deleted: { en: 'deleted from', cn: '删除' },
} as const satisfies Record<string, Sentence>

/** `Note added to Noura2008 (100297)`. */
export function noted(person: Named, how: keyof typeof noteVerbs): Sentence {
  const who = nameOf(person)
  const verb = noteVerbs[how]
  return { en: `Note ${verb.en} ${who}`, cn: `已为 ${who} ${verb.cn}备注` }
}

/** Who revealed a masked phone number or e-mail address. */
export function revealed(person: Named, field: 'phone' | 'email'): Sentence {
  const who = nameOf(person)
  const what = contactField(field)
  return { en: `${what.en} of ${who} shown`, cn: `已查看 ${who} 的${what.cn}` }
}

/** `Devices a and b banned for 24 hours`. Hours 0 is permanent. */
export function devicesBanned(form: Form, ids: readonly string[], hours: number): Sentence {
  const list = listOf(ids)
  const length = lengthOf(hours)
  const what = ids.length === 1 ? 'device' : 'devices'
  return inForm(
    form,
    {
      en: `${ids.length === 1 ? 'Device' : 'Devices'} ${list.en} banned ${length.en}`,
      cn: `已封禁设备 ${list.cn}：${length.cn}`,
    },
    { en: `Ban ${what} ${list.en} ${length.en}`, cn: `封禁设备 ${list.cn}：${length.cn}` },
  )
}

/** `Devices a and b unbanned`. */
export function devicesUnbanned(ids: readonly string[]): Sentence {
  const list = listOf(ids)
  return { en: `${ids.length === 1 ? 'Device' : 'Devices'} ${list.en} unbanned`, cn: `已解封设备 ${list.cn}` }
}

/** Bans of users and of devices lifted together. */
export function bansLifted(targets: { people: readonly Named[]; devices: readonly string[] }): Sentence {
  const { people, devices } = targets
  const parts = [
    ...(people.length > 0 ? [unbanned('done', { people })] : []),
    ...(devices.length > 0 ? [devicesUnbanned(devices)] : []),
  ]
  return { en: parts.map(({ en }) => en).join('; '), cn: parts.map(({ cn }) => cn).join('；') }
}

/** A reversed grant or deduction whose sum is unknown. */
export function operationReversed(person: Named, direction: 'grant' | 'deduct'): Sentence {
  const who = nameOf(person)
  return direction === 'grant'
    ? { en: `Grant to ${who} reversed`, cn: `已撤销对 ${who} 的赠送` }
    : { en: `Deduction from ${who} reversed`, cn: `已退还对 ${who} 的扣除` }
}
