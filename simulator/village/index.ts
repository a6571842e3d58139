// What the simulated village has besides the events of its history. Loaded only by a server that simulates one.
import type { Village } from '../../server/src/app/village.ts'
import { planAgents } from './agents.ts'
import { planAudits } from './audits.ts'
import type { VillageServices } from './context.ts'
import { planFinance } from './finance.ts'
import { planGuilds } from './guilds.ts'
import { planNotes } from './notes.ts'
import { planOfficial } from './official.ts'
import { planPromotion } from './promotion.ts'
import { planReference } from './reference.ts'
import { openSchedule, type Schedule } from './schedule.ts'
import { ownerPays, planUsdt, type VillageUsdt } from './usdt.ts'

export type { Schedule } from './schedule.ts'

/**
 * Plans what staff, leaders and agents do during the history, until now. After an interrupted start, the moderator's shifts and
 * the notes continue; other parts that had begun stay as they are. A part that fails is reported, since the village is useful without it.
 */
export function planVillage(
  services: Omit<VillageServices, 'later'>,
  usdt: VillageUsdt,
  now: Date,
  onError: (error: unknown, where: string) => void,
): Schedule {
  const schedule = openSchedule((error, part) => onError(error, `${part} of the simulation`))
  const parts: [string, (services: VillageServices, now: Date) => Promise<void>][] = [
    ['official content', planOfficial],
    ['promotion', planPromotion],
    ['audits', planAudits],
    ['guilds', planGuilds],
    ['agents', planAgents],
    ['finance', planFinance],
    ['USDT', (services, now) => planUsdt(services, usdt, now)],
    ['reference data', planReference],
    ['notes', planNotes],
  ]
  for (const [name, plan] of parts) {
    const later = schedule.part(name)
    later(new Date(0), () => plan({ ...services, later }, now))
  }
  return schedule
}

export const village: Village = { planVillage, ownerPays }
