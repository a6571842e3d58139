// Decisions about settlements, in one wording.
import { isolated } from '../isolated.ts'
import { sayer } from './say.ts'
import type { Sentence } from './words.ts'

/** A guild's week; `week` is its Monday. */
export type WeekOf = { guildId: number; name: string; week: string }

type Verb = 'confirm' | 'dispute' | 'kept' | 'recomputed' | 'approve' | 'recompute'

/** `Settlement of Aurora (1001) for the week of 2026-11-16 approved`. */
export const settlementDecided = (verb: Verb, { guildId, name, week }: WeekOf): Sentence =>
  sayer('guilds')(`settlementDecided.${verb}`, { who: `${isolated(name)} (${guildId})`, week })
