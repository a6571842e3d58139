// Channels and promoters by name, as options of forms and filters.

import type { Payload } from '@greenroom/contract/call'
import { channelChoices } from '@greenroom/contract/channels'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

type Kind = Payload<typeof channelChoices>['kind']

/** `kind` is the screen, whose menu authorises the call. */
export function useChoices(kind: Kind) {
  const { data } = useQuery({
    queryKey: ['promotion.choices', kind],
    queryFn: ({ signal }) => call(channelChoices, { kind }, { signal }),
    staleTime: 30_000,
  })
  return {
    channels: data?.channels ?? [],
    promoters: data?.promoters ?? [],
    freeMinutePrice: data?.freeMinutePrice ?? 0,
  }
}

export const usePromoterOptions = (kind: Kind) => () =>
  useChoices(kind).promoters.map(({ promoterId, name }) => ({ value: String(promoterId), label: name }))

/** Channels by number. */
export const useNumberOptions = (kind: Kind) => () =>
  useChoices(kind).channels.map(({ number, name }) => ({ value: number, label: `${name} · ${number}` }))
