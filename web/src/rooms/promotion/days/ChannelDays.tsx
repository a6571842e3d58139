// /promotion/channelDay: what channels cost and brought, day by day, or in all: which of them loses money.
import { lazy, Suspense } from 'react'
import { useAddress } from '../../../session/useAddress.ts'
import { Days } from './ChannelDayList.tsx'
import { tabOf } from './ChannelTabs.tsx'

const Results = lazy(() => import('./ChannelResults.tsx'))

export default function ChannelDays() {
  const [address] = useAddress()
  if (tabOf(address) === 'days') return <Days />
  return (
    <Suspense>
      <Results />
    </Suspense>
  )
}
