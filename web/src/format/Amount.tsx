import { useTranslation } from 'react-i18next'
import { bonus, tokens, usd, usdFloor, usdMicros, usdt, whole } from './number.ts'

/** How an amount of each unit is written. */
export const units = { tokens, bonus, usd, usdFloor, usdMicros, usdt, number: whole } as const

/** An integer amount in its smallest unit, written for people; keeps its direction in right-to-left text. */
export function Amount({ value, unit }: { value: number; unit: keyof typeof units }) {
  const { i18n } = useTranslation()
  return (
    <bdi dir="ltr" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {units[unit](value, i18n.language)}
    </bdi>
  )
}
