// The accounts of the chart as files call them; the same words as on the screens.
import type { Language } from '../kit/calls/context.ts'
import { optionText } from '../texts/catalogue.ts'

export const purposeWord = (purpose: string, language: Language): string =>
  optionText('flow:purposes', purpose, language)
