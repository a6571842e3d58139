// Filter options of figures: countries and channels from the server.
import { indicatorOptions } from '@greenroom/contract/indicators'
import type { MenuKey } from '@greenroom/contract/screens'
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { call } from '../../api/call.ts'
import { textLanguage } from '../../i18n/index.ts'
import { chosenFrom, dateRange, oneOf, someFrom, someOf } from '../../list/filters.ts'

export type ScreenKind = Exclude<
  MenuKey extends infer K ? (K extends `indicators.${infer Kind}` ? Kind : never) : never,
  'board'
>

/** The dashboard, whose menu authorises the call. */
export const KindContext = createContext<ScreenKind>('overall')

function useOptions() {
  const kind = useContext(KindContext)
  return useQuery({
    queryKey: ['indicators', 'options', kind, textLanguage()],
    queryFn: ({ signal }) => call(indicatorOptions, { kind }, { signal }),
    staleTime: 300_000,
  }).data
}

function useCountryOptions() {
  return useOptions()?.countries.map(({ code, name }) => ({ value: code, label: name })) ?? []
}

function useChannelOptions() {
  return useOptions()?.channels.map(({ number, name }) => ({ value: number, label: name ?? number })) ?? []
}

function usePromoterOptions() {
  return useOptions()?.promoters.map(({ promoterId, name }) => ({ value: String(promoterId), label: name })) ?? []
}

export const promoterFilter = { promoterId: chosenFrom(usePromoterOptions) }
export const commonFilters = {
  day: dateRange(),
  country: someFrom(useCountryOptions),
  channel: someFrom(useChannelOptions),
  platform: someOf(['ios', 'android', 'web']),
}
export const sexFilter = { sex: oneOf(['woman', 'man', 'none']) }
export const compareFilter = { compare: oneOf(['before', 'year']) }
