import { useTranslation } from 'react-i18next'
import { exactProps } from '../ui/values/exact.ts'
import { bonus, integer, tokens, usd, usdFloor, usdMicros, usdRounded, usdt, usdtAlone, usdtRounded } from './number.ts'

type Write = (value: number, language: string) => string

/** The format of each unit in a text. */
export const units = {
  tokens,
  bonus,
  usd,
  usdFloor,
  usdMicros,
  usdt,
  usdtAlone,
  usdRounded,
  usdtRounded,
  number: integer,
} as const satisfies Record<string, Write>

export type Unit = keyof typeof units

/** Units that are shown with two decimals, and how they are written on demand. */
const exact: Partial<Record<Unit, Write>> = { usdMicros, usdRounded: usdMicros, usdtRounded: usdt, usdFloor: usdMicros }
const brief: Partial<Record<Unit, Write>> = { usdMicros: usdRounded }

type Props = {
  value: number
  unit: Unit
  /** In tables most of whose cells are empty: a dash instead of zero. */
  zero?: 'dash'
}

/** An integer amount in its smallest unit; keeps its direction in right-to-left text. Money has two decimals, the exact amount on demand. */
export function Amount({ value, unit, zero }: Props) {
  const { i18n } = useTranslation()
  const { language } = i18n
  const shown = (brief[unit] ?? units[unit])(value, language)
  const whole = exact[unit]?.(value, language) ?? shown
  return (
    <bdi
      dir="ltr"
      style={{ fontVariantNumeric: 'tabular-nums' }}
      {...((whole !== shown || (zero && value === 0)) && exactProps(() => whole))}
    >
      {zero && value === 0 ? '–' : shown}
    </bdi>
  )
}
