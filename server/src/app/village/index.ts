// Everything that the simulated village has besides its history. Loaded only by a server that simulates one.
import type { Clock } from '../../kit/clock.ts'
import { fillAgents } from './agents.ts'
import type { VillageServices } from './context.ts'
import { fillGuilds } from './fill.ts'
import { fillFinance } from './finance.ts'
import { fillNotes } from './notes.ts'
import { fillOfficial } from './official.ts'
import { fillPromotion } from './promotion.ts'
import { fillUsdt, type VillageUsdt } from './usdt.ts'

export { preparePromotion } from './promotion.ts'
export { ownerPays } from './usdt.ts'

/** Fills one part after another; a part that fails is reported, since the village is useful without it. */
export async function fillVillage(
  services: VillageServices,
  usdt: VillageUsdt,
  clock: Clock,
  onError: (error: unknown, where: string) => void,
): Promise<void> {
  // Guilds need earners, so the history comes before them; later parts use what earlier ones made.
  const parts: [string, (now: Date) => Promise<void>][] = [
    ['guilds', (now) => fillGuilds(services, now)],
    ['agents', (now) => fillAgents(services, now)],
    ['official content', (now) => fillOfficial(services, now)],
    ['notes', (now) => fillNotes(services, now)],
    ['promotion', (now) => fillPromotion(services, now)],
    ['finance', (now) => fillFinance(services, now)],
    ['USDT', (now) => fillUsdt(services, usdt, now)],
  ]
  for (const [name, fill] of parts)
    await fill(clock.now()).catch((error: unknown) => onError(error, `${name} of the simulation`))
}
