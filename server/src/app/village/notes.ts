// Notes of staff on the simulated history: its campaign, and the day of the app's outage
// (simulator/src/world/tides.ts).
import { dayNoteAdd } from '@greenroom/contract/indicators'
import { textOf } from '../../kit/time.ts'
import { accountNamed, actAt, type VillageServices } from './context.ts'

const day = 86_400_000
const historyDays = 90

/** Days from the start of the history. */
const notes = [
  { from: 46, to: 52, about: 'campaign', text: 'TikTok campaign, channel tiktok-02' },
  { from: 74, to: 74, about: 'outage', text: 'App not reachable, 11 hours' },
] as const

/** Writes the notes; does nothing if there are some already. */
export async function fillNotes(services: VillageServices, now: Date): Promise<void> {
  const { database } = services
  if (await database.selectFrom('indicators.note').select('id').limit(1).executeTakeFirst()) return
  const operations = await accountNamed(database, 'demo-operations')
  const on = (days: number) =>
    textOf(new Date(now.getTime() + (days - historyDays) * day), services.timeZone()).slice(0, 10)
  for (const { from, to, about, text } of notes)
    await actAt(services, operations, now, dayNoteAdd, {
      kind: 'overall',
      fromDay: on(from),
      toDay: on(to),
      about,
      text,
    })
}
