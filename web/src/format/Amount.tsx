import { useTranslation } from 'react-i18next'
import { bonus, integer, tokens, usd, usdExact, usdFloor, usdMicros, usdt, usdtAlone, usdtExact } from './number.ts'

/** The format of each unit. */
export const units = {
  tokens,
  bonus,
  usd,
  usdExact,
  usdFloor,
  usdMicros,
  usdt,
  usdtAlone,
  usdtExact,
  number: integer,
} as const

/** Formats an integer amount in its smallest unit; keeps its direction in right-to-left text. */
export function Amount({ value, unit }: { value: number; unit: keyof typeof units }) {
  const { i18n } = useTranslation()
  return (
    <bdi dir="ltr" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {units[unit](value, i18n.language)}
    </bdi>
  )
}
