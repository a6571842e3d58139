// Money on the wire has its unit in the field's name: the field of each currency's amounts.
import type { currencies } from './statesAndKinds.ts'

type Currency = (typeof currencies)[number]

export const amountField = {
  TOKEN: 'tokens',
  BONUS: 'bonus',
  USD: 'usdMicros',
  USDT: 'usdtMicros',
} as const satisfies Record<Currency, string>

/** An amount in the field of its unit; the other fields are absent. */
export type AmountFields = { [F in (typeof amountField)[Currency]]?: number | undefined }

/** An amount of a currency in the field of its unit. */
export const inUnit = (currency: Currency, amount: number | bigint): AmountFields => ({
  [amountField[currency]]: Number(amount),
})

/** The amount, whatever its unit. */
export const amountIn = ({ tokens, bonus, usdMicros, usdtMicros }: AmountFields): number =>
  tokens ?? bonus ?? usdMicros ?? usdtMicros ?? 0
