// In which ways an account is told of a topic, and when nothing may ring.
import { type ToldWay, type TopicKey, toldWays, topics } from '@greenroom/contract/moments'
import { Temporal } from 'temporal-polyfill'

/** What an account said about one topic and one way. */
export type Choice = { moment: string; way: string; wanted: boolean }

/** The ways of a topic: what the account chose, else the preset. */
export function waysOf(topic: TopicKey, choices: readonly Choice[]): ToldWay[] {
  const preset: readonly ToldWay[] = topics[topic].preset
  return toldWays.filter(
    (way) => choices.find((one) => one.moment === topic && one.way === way)?.wanted ?? preset.includes(way),
  )
}

export type Quiet = { zone: string; from: number | null; to: number | null }

/**
 * When the quiet hours that `now` lies in end; null outside them. They may end on the next day. An end that the day leaves out, since clocks
 * go forward, is the moment after the gap.
 */
export function quietUntil(now: Date, { zone, from, to }: Quiet): Date | null {
  if (from === null || to === null) return null
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone)
  const minute = here.hour * 60 + here.minute
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to
  if (!isQuiet) return null
  const day = minute < to ? here.toPlainDate() : here.toPlainDate().add({ days: 1 })
  const end = day.toZonedDateTime({ timeZone: zone, plainTime: { hour: Math.floor(to / 60), minute: to % 60 } })
  // Where clocks go back, the end may have been once already.
  return new Date(Math.max(end.epochMilliseconds, now.getTime() + 60_000))
}
