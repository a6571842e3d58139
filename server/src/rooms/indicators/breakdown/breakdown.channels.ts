// What channels' results need from the figures: payers, and how many of the registered were active exactly seven days later.
import type { Reader } from '../../../kit/database/database.ts'
import type { Span } from '../figures/figures.facts.ts'
import { zonesNow } from '../figures/figures.service.ts'
import { dayOf, dayPlus } from '../fold/fold.rules.ts'
import { readAtoms } from './breakdown.read.ts'
import type { Atom } from './breakdown.totals.ts'

/** `registered`: of the days whose seventh day after is over; `back`: those of them who were active on it. */
export type ChannelPeople = { payers: number; registered: number; back: number }

/** The users of each channel over a span, as the figures count them. */
export async function peopleOfChannels(
  reader: Reader,
  { span, now, zone }: { span: Span; now: Date; zone: string },
): Promise<ReadonlyMap<string, ChannelPeople>> {
  const zones = await zonesNow(reader, zone)
  const known = dayPlus(dayOf(now, zones), -8)
  const days = { from: span.from, to: known < span.to ? known : span.to }
  const atoms: Atom[] = [
    { distinct: 'payment', ...span },
    { sum: 'newcomer.users', old: false, ...days },
    { sum: 'newcomer.d7', old: false, ...days },
  ]
  const { parts } = await readAtoms(reader, atoms, { by: 'channel', filters: {}, zones })
  return new Map(
    [...parts].map(([channel, [payers, registered, back]]) => [
      channel,
      { payers: payers ?? 0, registered: registered ?? 0, back: back ?? 0 },
    ]),
  )
}
