// Notes of staff on the simulated history: its campaign, and the day of the app's outage
// (simulator/src/world/tides.ts).
import { dayNoteAdd } from '@greenroom/contract/indicators'
import { textOf } from '../../server/src/kit/time.ts'
import { accountNamed, actAt, type VillageServices } from './context.ts'

const day = 86_400_000
const historyDays = 90

/** Days from the start of the history; written on a morning soon afterwards. */
const notes = [
  { from: 46, to: 52, about: 'campaign', text: 'TikTok campaign, channel tiktok-02', written: 53.4 },
  { from: 74, to: 74, about: 'outage', text: 'App not reachable, 11 hours', written: 75.3 },
] as const

/** Plans the notes that an interrupted start has not written; nothing if there are only others. */
export async function planNotes(services: VillageServices, now: Date): Promise<void> {
  const { database, later } = services
  const texts = new Set((await database.selectFrom('indicators.note').select('text').execute()).map(({ text }) => text))
  const missing = notes.filter(({ text }) => !texts.has(text))
  if (texts.size > 0 && missing.length === notes.length) return
  const operations = await accountNamed(database, 'demo-operations')
  const at = (days: number) => new Date(now.getTime() + (days - historyDays) * day)
  const on = (days: number) => textOf(at(days), services.timeZone()).slice(0, 10)
  for (const { from, to, about, text, written } of missing)
    later(at(written), () =>
      actAt(services, operations, at(written), dayNoteAdd, {
        kind: 'overall',
        fromDay: on(from),
        toDay: on(to),
        about,
        text,
      }),
    )
}
