// The ledger's codes as files say them; the same words as on the screens.
import type { Language } from '../../kit/calls/context.ts'
import { optionText, textOf } from '../../texts/catalogue.ts'

/** A kind of transfer; `gift.usd` is the dollar side of gifts. */
export function kindWord(kind: string, language: Language): string {
  if (!kind.endsWith('.usd')) return optionText('flow:options.kind', kind, language)
  const own = optionText('flow:options.kind', kind.slice(0, -'.usd'.length), language)
  return textOf('flow:inUsd', language, { kind: own })
}

export const phaseWord = (phase: string, language: Language): string =>
  optionText('flow:options.phase', phase, language)
export const currencyWord = (currency: string, language: Language): string =>
  optionText('flow:options.currency', currency, language)
