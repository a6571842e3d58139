// Values, counts and changes of parts in the reader's language.
import type { FigureUnit } from '@greenroom/contract/dashboards'
import { useTranslation } from 'react-i18next'
import { fewCases, changeOf as relativeChange } from '../../../format/change.ts'
import { integer, percent } from '../../../format/number.ts'
import { formatOf } from '../units.ts'

/** By the value, or by its change; largest first with a minus. */
export const orders = ['-value', 'value', '-change', 'change'] as const
export type Order = (typeof orders)[number]

export type Measured = { value: number | null; part: number | null; of: number | null }
type Compared = { own: Measured; before: Measured | null }

/** A share or average of so few says little: it is shown pale. */
export const isFew = ({ of }: Measured): boolean => of !== null && of < fewCases

/** The difference from the compared span; null if either is not known. */
export const changeOf = ({ own, before }: Compared): number | null =>
  own.value === null || before === null || before.value === null ? null : own.value - before.value

export function useMeasures(unit: FigureUnit) {
  const { t, i18n } = useTranslation('indicators')
  const { language } = i18n
  const write = formatOf(unit, language)
  const signed = (change: number, of: (size: number) => string) =>
    `${change > 0 ? '+' : change < 0 ? '−' : ''}${of(Math.abs(change))}`
  return {
    value: (value: number | null) => (value === null ? '–' : write(value)),
    /** `2/7`: of a share, so many of so many; of another ratio, how many are divided by. */
    counts: ({ part, of }: Measured) => {
      if (of === null) return '–'
      return unit === 'share' && part !== null
        ? `${integer(part, language)}/${integer(of, language)}`
        : integer(of, language)
    },
    /** `+$120.00 · +35 %`; of a share, its points. */
    change: ({ own, before }: Compared) => {
      const change = changeOf({ own, before })
      if (change === null) return '–'
      if (unit === 'share')
        return signed(change, (size) => t('by.points', { points: integer100(size * 10_000, language) }))
      const of = relativeChange(before!.value, own.value, language)
      const part = of.kind === 'changed' ? ` · ${of.text}` : ''
      return `${signed(change, write)}${part}`
    },
  }
}

/** Hundredths, with two digits at most. */
const integer100 = (hundredths: number, language: string) =>
  percent(Math.round(hundredths), language).replace(/\s?%/, '')
