// Texts of codes shared by lists of the System area, for exported files.
import type { Language } from '../../kit/calls/context.ts'
import { optionText } from '../../texts/catalogue.ts'

export const factorWord = (factor: string, language: Language): string =>
  optionText('system:options.secondFactor', factor, language)
