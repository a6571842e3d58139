// Where a withdrawal's money comes from, fetched beside the case with the texts it needs.
import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { loadTexts } from '../../i18n/index.ts'
import { loadable } from '../../ui/loadable.tsx'

/** Entries use texts of the Flow room. */
const income = () => Promise.all([import('./Income.tsx'), loadTexts(['flow'])])
const LoadedSenders = loadable(async () => ({ default: (await income())[0].Senders }))
const LoadedEntries = loadable(async () => ({ default: (await income())[0].NewestEntries }))

type Of = { userId: number }

export const Senders = (of: Of) => (
  <Suspense fallback={<Skeleton h={160} />}>
    <LoadedSenders {...of} />
  </Suspense>
)

export const NewestEntries = (of: Of) => (
  <Suspense fallback={<Skeleton h={240} />}>
    <LoadedEntries {...of} />
  </Suspense>
)
