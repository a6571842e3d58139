import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { DateSpan } from '../../list/filters.ts'
import { Pill } from './Pill.tsx'

// The calendar and its styles load when a date filter is opened, not with every list.
const DatesPanel = lazy(() => import('./DatesPanel.tsx'))

const words = ({ from, to }: DateSpan) => (from === to ? (from ?? '') : `${from ?? '…'} – ${to ?? '…'}`)

/** A span of days or times, in the platform's zone. */
export function DatesControl(props: {
  label: string
  value: DateSpan | undefined
  set: (value: DateSpan | undefined) => void
}) {
  return (
    <Pill label={props.label} shown={props.value && words(props.value)} clear={() => props.set(undefined)}>
      {(close) => (
        <Suspense fallback={<Skeleton w={420} h={310} />}>
          <DatesPanel
            value={props.value}
            set={(value) => {
              props.set(value)
              close()
            }}
          />
        </Suspense>
      )}
    </Pill>
  )
}
