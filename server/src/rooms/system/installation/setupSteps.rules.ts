// The steps of setting up: which are done, which are passed over, which are open.
import { type SetupStep, setupSteps } from '@greenroom/contract/statesAndKinds'

/** What staff said about a step. */
export type Said = { step: SetupStep; state: 'done' | 'skipped'; word: string; by: string; at: Date }

/** What the server sees of the installation. */
export type Seen = {
  /** The caller's session was opened with a second factor. */
  factor: boolean
  /** Colleagues who may decide approvals. */
  deciders: number
  /** Set-up is over, or there never was one. */
  setUpEnded: boolean
  /** An event was taken. */
  accepted: boolean
  /** No client has an endpoint, or a test command reached one. */
  reached: boolean
  /** Accounts that were given rights by one account alone. */
  toConfirm: number
  /** An import was applied, and stands. */
  imported: boolean
  /** The age of the last backup, in hours; null without one, or where others take them. */
  backupHours: number | null
}

/** Those that may be passed over, with a word. Nobody can begin to work without the others. */
const mayBeSkipped: ReadonlySet<SetupStep> = new Set(['app', 'colleagues', 'sms', 'import', 'backups'])

export const isOptional = (step: SetupStep): boolean => mayBeSkipped.has(step)

/** A backup that is older than this protects nobody. */
export const backupHoursAtMost = 48

const seenDone: Partial<Record<SetupStep, (seen: Seen) => boolean>> = {
  secure: ({ factor }) => factor,
  app: ({ accepted, reached }) => accepted && reached,
  colleagues: ({ deciders }) => deciders > 1,
  import: ({ imported }) => imported,
  backups: ({ backupHours }) => backupHours !== null && backupHours <= backupHoursAtMost,
  alone: ({ setUpEnded, toConfirm }) => setUpEnded && toConfirm === 0,
}

/** The steps that the server judges by itself: nobody says that they are done. */
const judged: ReadonlySet<SetupStep> = new Set(['secure', 'colleagues', 'import', 'alone'])

export const isJudged = (step: SetupStep): boolean => judged.has(step)

/** Every step with its state, in order. What the server sees comes before what staff said. */
export function stepsOf(seen: Seen, said: readonly Said[]) {
  const words = new Map(said.map((one) => [one.step, one]))
  return setupSteps.map((step) => {
    const heard = words.get(step)
    // Once anybody could say that everything was brought; now the server sees it.
    const word = heard?.state === 'done' && isJudged(step) ? undefined : heard
    const isSeen = seenDone[step]?.(seen) === true
    return {
      step,
      state: isSeen ? ('done' as const) : (word?.state ?? ('open' as const)),
      optional: isOptional(step),
      seen: isSeen,
      word: isSeen ? '' : (word?.word ?? ''),
      by: isSeen ? '' : (word?.by ?? ''),
      at: isSeen ? null : (word?.at.toISOString() ?? null),
    }
  })
}
