// What may happen to a record, as data: for each act, where it leads from each state, or how it is refused there. The code that decides looks
// the pair up; docs/money.md shows the same tables.
import type { ErrorCode } from '@greenroom/contract/errors'
import type { ReasonKey } from '@greenroom/contract/reasons'
import { because, type Why } from './calls/refusal.ts'

/** How an act is refused in a state. `reason`: null where the code says it all. */
export type Refused = { code: ErrorCode; reason: ReasonKey | null }
export type Moves<State extends string, Act extends string> = Readonly<
  Record<Act, Readonly<Record<State, State | Refused>>>
>

/** An act's row: where it leads, and how it is refused in all other states, or in a few in their own way. */
export const rowOf =
  <State extends string>(states: readonly State[]) =>
  (
    leads: Readonly<Partial<Record<State, State>>>,
    refused: Refused,
    but?: Readonly<Partial<Record<State, Refused>>>,
  ): Record<State, State | Refused> =>
    Object.fromEntries(states.map((state) => [state, leads[state] ?? but?.[state] ?? refused])) as Record<
      State,
      State | Refused
    >

export const isRefused = <State extends string>(next: State | Refused): next is Refused => typeof next !== 'string'

/** The reason in words; undefined where the code says it all. */
export const whyRefused = ({ reason }: Refused): Why | undefined =>
  reason === null ? undefined : because(reason as 'record.none')
