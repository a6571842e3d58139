// Which users a figure counts. Pure.
import type { FigureKey } from '@greenroom/contract/dashboards'
import { definitions, type Expression } from '../figures/figures.definitions.ts'
import { type DistinctSubject, measuresOf, type SubjectName } from '../indicators.subjects.ts'

export type CountedUsers = {
  subject: Exclude<SubjectName, 'install'>
  place: number
  old: boolean
  sex?: 'woman' | 'man'
  /** The last days up to the span's end, whatever its start. */
  days?: number
}

function behindOf(of: Expression): CountedUsers | null {
  if ('perDay' in of) return behindOf(of.perDay)
  // A ratio's users are those of its numerator.
  if ('ratio' in of) return behindOf(of.ratio[0])
  if ('cohort' in of) return behindOf({ sum: of.cohort[0] })
  if ('distinct' in of) return { subject: of.distinct, place: 1, old: false, ...(of.sex && { sex: of.sex }) }
  if ('rolling' in of) return { subject: of.rolling, place: 1, old: false, days: of.days }
  if ('sum' in of) {
    const [subject, measure] = of.sum.split('.') as [SubjectName, string]
    if (subject === 'install') return null
    return {
      subject,
      place: measuresOf(subject).indexOf(measure) + 1,
      old: of.old ?? false,
      ...(of.sex && { sex: of.sex }),
    }
  }
  return null
}

/** The users that a figure counts; null if it does not count users. */
export const countedUsersOf = (figure: FigureKey): CountedUsers | null => behindOf(definitions[figure])

/** Users with a pause before a day on which they were active (they returned), or after it (they left). */
export type PausedUsers = { kind: DistinctSubject; pause: 'before' | 'after' }

/** The users that a figure counts by their pauses; null if it counts others. */
export function pausedUsersOf(figure: FigureKey): PausedUsers | null {
  const definition = definitions[figure]
  const of = 'perDay' in definition ? definition.perDay : definition
  if ('returning' in of) return { kind: of.returning, pause: 'before' }
  return 'churn' in of ? { kind: of.churn, pause: 'after' } : null
}
