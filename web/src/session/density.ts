// How high the rows of every list are, chosen by the user and stored in this browser.
import { useSyncExternalStore } from 'react'
import { kept } from './kept.ts'
import { useSession } from './session.ts'

export type Density = 'compact' | 'normal' | 'roomy'
export const rowHeights: Record<Density, number> = { compact: 28, normal: 34, roomy: 42 }

const stored = kept<Density>('normal', (value) => typeof value === 'string' && value in rowHeights)

export function useDensity() {
  const key = `greenroom:density:${useSession().user.userId}`
  const density = useSyncExternalStore(stored.subscribe, () => stored.read(key))
  return [density, (next: Density) => stored.write(key, next)] as const
}
