// What can be opened from a figure.
import { type FigureKey, figureUnits } from '@greenroom/contract/dashboards'

/** Devices, times and balances are not users. */
const withoutPeople: readonly FigureKey[] = ['installs', 'peakBroadcasts', 'float', 'waitP50', 'waitP90']
export const showsPeople = (figure: FigureKey): boolean => !withoutPeople.includes(figure)

/** Figures whose parts do not add up, such as distinct users. */
const noSums: readonly FigureKey[] = [
  'broadcasters',
  'averageBroadcast',
  'viewers',
  'payers',
  'payersWomen',
  'payersMen',
  'wau',
  'mau',
  'arpu',
  'arppu',
  'oldArppu',
  'secondsOnline',
  'averageCall',
  'waitP50',
  'waitP90',
  'peakBroadcasts',
  'float',
  'returning',
]
export const isSum = (figure: FigureKey): boolean => figureUnits[figure] !== 'share' && !noSums.includes(figure)
