// Decisions about settlements, in one wording.
import { isolated } from '../isolated.ts'
import type { Sentence } from './words.ts'

/** A guild's week; `week` is its Monday. */
export type WeekOf = { guildId: number; name: string; week: string }

const verbs = {
  confirm: { en: 'confirmed', cn: '已确认' },
  dispute: { en: 'disputed', cn: '已提出异议' },
  kept: { en: 'kept after a dispute', cn: '经复核维持' },
  recomputed: { en: 'recalculated after a dispute', cn: '经复核重新计算' },
  approve: { en: 'approved', cn: '已审批' },
  recompute: { en: 'recalculated', cn: '已重新计算' },
} as const

/** `Settlement of Aurora (1001) for the week of 2026-11-16 approved`. */
export function settlementDecided(verb: keyof typeof verbs, { guildId, name, week }: WeekOf): Sentence {
  const who = `${isolated(name)} (${guildId})`
  return {
    en: `Settlement of ${who} for the week of ${week} ${verbs[verb].en}`,
    cn: `公会 ${who} ${week} 当周的结算${verbs[verb].cn}`,
  }
}
