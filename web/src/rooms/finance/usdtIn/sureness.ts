// How sure a suggested owner is, in words: the score is no probability.
import type { Tone } from '../../../ui/StatusBadge.tsx'

export type Sureness = 'strong' | 'likely' | 'possible'

export const surenessOf = (score: number): Sureness => (score >= 70 ? 'strong' : score >= 45 ? 'likely' : 'possible')

export const sureTones: Record<Sureness, Tone> = { strong: 'good', likely: 'info', possible: 'neutral' }
