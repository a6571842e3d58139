// Formats figures by unit.
import type { FigureUnit } from '@greenroom/contract/dashboards'
import type { Format } from '../../charts/plot.ts'
import { integer, inUnit, share, usd } from '../../format/number.ts'

const rounded = (value: number, language: string) => integer(Math.round(value), language)

/** `42 sec`, `3.5 min`, `17 hr`. */
export function lengthOf(seconds: number, language: string): string {
  if (Math.abs(seconds) < 120) return inUnit(Math.round(seconds), 'second', language)
  if (Math.abs(seconds) < 7_200) return inUnit(seconds / 60, 'minute', language)
  return inUnit(seconds / 3_600, 'hour', language)
}

const formats: Record<FigureUnit, (value: number, language: string) => string> = {
  count: rounded,
  tokens: rounded,
  bonus: rounded,
  share: (value, language) => share(value, language),
  usdCents: (value, language) => usd(Math.round(value), language),
  seconds: lengthOf,
}

export const formatOf =
  (unit: FigureUnit, language: string): Format =>
  (value) =>
    formats[unit](value, language)
