// /flow/daily: tokens, bonus and money in and out, by business day and kind: a list, or charts with their subtotals.
import { lazy, Suspense } from 'react'
import { useAddress } from '../../../session/useAddress.ts'
import { tabOf } from './DailyTabs.tsx'
import { Days } from './FlowDays.tsx'

const Charts = lazy(() => import('./FlowCharts.tsx'))

export default function DailyFlow() {
  const [address] = useAddress()
  if (tabOf(address) === 'days') return <Days />
  return (
    <Suspense>
      <Charts />
    </Suspense>
  )
}
