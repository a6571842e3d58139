// Decisions about guilds, in one wording.
import { contactField, type Form, listOf, type Named, nameOf, type Sentence } from './words.ts'

/** A guild by name and id: names may repeat once one is dissolved. */
export type NamedGuild = { guildId: number; name: string }

const guildsOf = (guilds: readonly NamedGuild[]): Sentence => {
  const names = listOf(guilds.map(({ name }) => name))
  const [only] = guilds.length === 1 ? guilds : []
  return only ? { en: `${names.en} (${only.guildId})`, cn: `${names.cn} (${only.guildId})` } : names
}

const verbs = {
  register: {
    en: (who: string) => `Guild ${who} registered; waiting for review`,
    cn: (who: string) => `已提交公会 ${who} 的注册，等待审核`,
  },
  agree: { en: (who: string) => `Guild ${who} approved`, cn: (who: string) => `已通过公会 ${who} 的申请` },
  refuse: { en: (who: string) => `Guild ${who} rejected`, cn: (who: string) => `已拒绝公会 ${who} 的申请` },
  ban: { en: (who: string) => `Guild ${who} banned`, cn: (who: string) => `已封禁公会 ${who}` },
  unban: { en: (who: string) => `Guild ${who} unbanned`, cn: (who: string) => `已解封公会 ${who}` },
  dissolve: { en: (who: string) => `Guild ${who} dissolved`, cn: (who: string) => `已解散公会 ${who}` },
} as const

/** `Guild Aurora (1001) approved`. */
export function guildsDecided(verb: keyof typeof verbs, guilds: readonly NamedGuild[]): Sentence {
  const who = guildsOf(guilds)
  return { en: verbs[verb].en(who.en), cn: verbs[verb].cn(who.cn) }
}

const rateOf = (bp: number | null): Sentence => {
  const percent = bp === null ? '' : `${(bp / 100).toFixed(2).replace(/\.?0+$/, '')}%`
  return bp === null ? { en: "its level's rate", cn: '按等级' } : { en: percent, cn: percent }
}

/** `Rate of guild Aurora (1001): 5% → 8%`; as a request `Change rate …`. */
export function rateChanged(form: Form, guild: NamedGuild, rate: { from: number | null; to: number | null }): Sentence {
  const who = guildsOf([guild])
  const [from, to] = [rateOf(rate.from), rateOf(rate.to)]
  return form === 'request'
    ? {
        en: `Change rate of guild ${who.en}: ${from.en} → ${to.en}`,
        cn: `变更公会 ${who.cn} 的分成比例：${from.cn} → ${to.cn}`,
      }
    : { en: `Rate of guild ${who.en}: ${from.en} → ${to.en}`, cn: `公会 ${who.cn} 的分成比例：${from.cn} → ${to.cn}` }
}

export function leaderChanged(guild: NamedGuild, leader: Named): Sentence {
  const who = guildsOf([guild])
  const name = nameOf(leader)
  return { en: `Guild ${who.en} transferred to ${name}`, cn: `公会 ${who.cn} 的会长已更换为 ${name}` }
}

/** Without a parent: moved to the platform. */
export function parentChanged(guild: NamedGuild, parent: NamedGuild | null): Sentence {
  const who = guildsOf([guild])
  const to = parent ? guildsOf([parent]) : { en: 'the platform', cn: '平台' }
  return { en: `Guild ${who.en} moved to ${to.en}`, cn: `公会 ${who.cn} 已划归${parent ? ` ${to.cn}` : to.cn}` }
}

/** At the leader's request, and when the week begins. */
export function methodChanged(guild: NamedGuild, from: string): Sentence {
  const who = guildsOf([guild])
  return {
    en: `Guild ${who.en} settles by anchor withdrawal from ${from}`,
    cn: `公会 ${who.cn} 自 ${from} 起改为主播自行提现`,
  }
}

export function guildWarned(guild: NamedGuild, daysLeft: number): Sentence {
  const who = guildsOf([guild])
  return {
    en: `Guild ${who.en} warned: ${daysLeft} day${daysLeft === 1 ? '' : 's'} left to add an anchor`,
    cn: `已警告公会 ${who.cn}：还剩 ${daysLeft} 天添加主播`,
  }
}

export function subAgencyRegistered(guild: NamedGuild, parent: NamedGuild): Sentence {
  const [who, below] = [guildsOf([guild]), guildsOf([parent])]
  return { en: `Sub-guild ${who.en} of ${below.en} registered`, cn: `已为 ${below.cn} 注册子公会 ${who.cn}` }
}

const helpers = {
  added: { en: 'added', cn: '已新增助理账号' },
  enabled: { en: 'enabled', cn: '已启用助理账号' },
  disabled: { en: 'disabled', cn: '已停用助理账号' },
  reset: { en: 'given a new password', cn: '已重置助理密码' },
} as const

export function helpersChanged(usernames: readonly string[], how: keyof typeof helpers): Sentence {
  const names = listOf(usernames)
  return { en: `Helper ${names.en} ${helpers[how].en}`, cn: `${helpers[how].cn} ${names.cn}` }
}

/** A guild's masked phone number or e-mail address was revealed. */
export function guildRevealed(guild: NamedGuild, field: 'phone' | 'email'): Sentence {
  const who = guildsOf([guild])
  const what = contactField(field)
  return { en: `${what.en} of guild ${who.en} shown`, cn: `已查看公会 ${who.cn} 的${what.cn}` }
}
