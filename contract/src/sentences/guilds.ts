// Decisions about guilds, in one wording.
import { listOf, type Sentence } from './words.ts'

/** A guild by name and id: names may repeat once one is dissolved. */
export type NamedGuild = { guildId: number; name: string }

const guildsOf = (guilds: readonly NamedGuild[]): Sentence => {
  const names = listOf(guilds.map(({ name }) => name))
  const [only] = guilds.length === 1 ? guilds : []
  return only ? { en: `${names.en} (${only.guildId})`, cn: `${names.cn} (${only.guildId})` } : names
}

const verbs = {
  agree: { en: (who: string) => `Guild ${who} approved`, cn: (who: string) => `已通过公会 ${who} 的申请` },
  refuse: { en: (who: string) => `Guild ${who} refused`, cn: (who: string) => `已拒绝公会 ${who} 的申请` },
  ban: { en: (who: string) => `Guild ${who} banned`, cn: (who: string) => `已封禁公会 ${who}` },
  unban: { en: (who: string) => `Guild ${who} unbanned`, cn: (who: string) => `已解封公会 ${who}` },
  dissolve: { en: (who: string) => `Guild ${who} dissolved`, cn: (who: string) => `已解散公会 ${who}` },
} as const

/** `Guild Aurora (1001) approved`. */
export function guildsDecided(verb: keyof typeof verbs, guilds: readonly NamedGuild[]): Sentence {
  const who = guildsOf(guilds)
  return { en: verbs[verb].en(who.en), cn: verbs[verb].cn(who.cn) }
}
