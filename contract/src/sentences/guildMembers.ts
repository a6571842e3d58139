// Decisions about members of guilds, in one wording.
import { isolated } from '../isolated.ts'
import { type Named, namesOf, type Sentence } from './words.ts'

type Targets = { people: readonly Named[]; all?: number | undefined }
type OfGuild = Targets & { guild: string }

export function invitedToGuild(invitation: OfGuild): Sentence {
  const who = namesOf(invitation.people, invitation.all)
  const guild = isolated(invitation.guild)
  return { en: `${who.en} invited to guild ${guild}`, cn: `已邀请 ${who.cn} 加入公会 ${guild}` }
}

const of = ({ guild }: { guild?: string | undefined }): Sentence =>
  guild === undefined
    ? { en: 'the guild', cn: '公会' }
    : { en: `guild ${isolated(guild)}`, cn: `公会 ${isolated(guild)} ` }

type OfSome = Targets & { guild?: string | undefined }

/** `lapsed`: not answered in time. */
export function invitationEnded(ended: OfSome & { how: 'taken back' | 'lapsed' }): Sentence {
  const who = namesOf(ended.people, ended.all)
  const guild = of(ended)
  return ended.how === 'lapsed'
    ? { en: `Invitation of ${who.en} to ${guild.en} expired`, cn: `${who.cn} 加入${guild.cn}的邀请已失效` }
    : { en: `Invitation of ${who.en} to ${guild.en} withdrawn`, cn: `已撤回 ${who.cn} 加入${guild.cn}的邀请` }
}

/** Approved: the member stays until the week's end. */
export function leavingAgreed(targets: OfSome): Sentence {
  const who = namesOf(targets.people, targets.all)
  const guild = of(targets)
  return {
    en: `${who.en} may leave ${guild.en} at the end of the week`,
    cn: `已批准 ${who.cn} 于本周结束时退出${guild.cn}`.trim(),
  }
}

/** `atOnce` for banned members; otherwise at the week's end. */
export function expelledFromGuild(targets: OfSome & { atOnce: boolean }): Sentence {
  const who = namesOf(targets.people, targets.all)
  const guild = of(targets)
  return targets.atOnce
    ? { en: `${who.en} expelled from ${guild.en}`, cn: `已将 ${who.cn} 移出${guild.cn}`.trim() }
    : {
        en: `${who.en} expelled from ${guild.en} at the end of the week`,
        cn: `${who.cn} 将于本周结束时移出${guild.cn}`.trim(),
      }
}

/** The effect of a week's end. */
export function membershipEnded(ended: OfGuild & { how: 'left' | 'expelled' }): Sentence {
  const who = namesOf(ended.people, ended.all)
  const guild = isolated(ended.guild)
  return ended.how === 'left'
    ? { en: `${who.en} left guild ${guild}`, cn: `${who.cn} 已退出公会 ${guild}` }
    : { en: `${who.en} expelled from guild ${guild}`, cn: `${who.cn} 已被移出公会 ${guild}` }
}
