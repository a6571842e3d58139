// Money on the wire carries its unit in the name of its field (wire.md, Envelope): which field an amount of a currency is in.
import type { currencies } from './words.ts'

type Currency = (typeof currencies)[number]

export const amountField = {
  TOKEN: 'tokens',
  BONUS: 'bonus',
  USD: 'usdMicros',
  USDT: 'usdtMicros',
} as const satisfies Record<Currency, string>

/** An amount under the field of its unit; the other fields are absent. */
export type AmountFields = { [F in (typeof amountField)[Currency]]?: number | undefined }

/** The amount, whatever its unit. */
export const amountIn = ({ tokens, bonus, usdMicros, usdtMicros }: AmountFields): number =>
  tokens ?? bonus ?? usdMicros ?? usdtMicros ?? 0
