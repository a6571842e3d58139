// What is stopped, for the bar above the list and for the drawer.
import type { Answer } from '@greenroom/contract/call'
import { stoppedThing } from '@greenroom/contract/sentences/systemStops'
import { stopList } from '@greenroom/contract/systemStops'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { textLanguage } from '../../../../i18n/index.ts'

type Stops = Answer<typeof stopList>
export type Thing = Stops['things'][number]
export type Stop = NonNullable<Thing['stop']>

const refreshMs = 10_000

export const useStops = () =>
  useQuery({
    queryKey: ['system.approval', 'stops'],
    queryFn: ({ signal }) => call(stopList, {}, { signal }),
    refetchInterval: refreshMs,
  })

/** `New orders of gateway card`, as the start of a line. */
export function thingName(thing: Pick<Thing, 'kind' | 'name'>): string {
  const text = stoppedThing(thing)[textLanguage()]
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Identifies a thing among all. */
export const keyOf = ({ kind, thing }: Pick<Thing, 'kind' | 'thing'>): string => `${kind} ${thing}`
