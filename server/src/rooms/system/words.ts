// Texts of codes shared by lists of the System area, for exported files.
import type { Language } from '../../kit/context.ts'
import { type Words, wordIn } from '../../kit/words.ts'

const factors: Words = {
  none: { en: 'None', cn: '无' },
  sms: { en: 'SMS', cn: '短信' },
  google: { en: 'Authenticator', cn: '验证器' },
}

export const factorWord = (factor: string, language: Language): string => wordIn(factors, factor, language)
