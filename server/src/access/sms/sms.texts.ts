// The text of a code message, in the nine languages of the product. Falls back to English.
import { isLanguage, type Language } from '@greenroom/contract/languages'
import ar from '@greenroom/contract/texts/ar/sms.json' with { type: 'json' }
import cn from '@greenroom/contract/texts/cn/sms.json' with { type: 'json' }
import en from '@greenroom/contract/texts/en/sms.json' with { type: 'json' }
import es from '@greenroom/contract/texts/es/sms.json' with { type: 'json' }
import ja from '@greenroom/contract/texts/ja/sms.json' with { type: 'json' }
import ms from '@greenroom/contract/texts/ms/sms.json' with { type: 'json' }
import pt from '@greenroom/contract/texts/pt/sms.json' with { type: 'json' }
import ru from '@greenroom/contract/texts/ru/sms.json' with { type: 'json' }
import zh_tw from '@greenroom/contract/texts/zh_tw/sms.json' with { type: 'json' }

const texts: Readonly<Record<Language, { code: string }>> = { en, cn, zh_tw, ar, es, ja, ms, pt, ru }

/** The message in a product language (`en`, `cn`, `zh_tw`, …). */
export function codeText(language: string, code: string, minutes: number): string {
  const { code: text } = texts[isLanguage(language) ? language : 'en']
  return text.replace('{{code}}', code).replace('{{minutes}}', String(minutes))
}
