// The page on which anybody checks a receipt, in the reader's language: no script, no cookie. Pure.
import type { Language } from '@greenroom/contract/languages'
import ar from '@greenroom/contract/texts/ar/receipt.json' with { type: 'json' }
import cn from '@greenroom/contract/texts/cn/receipt.json' with { type: 'json' }
import en from '@greenroom/contract/texts/en/receipt.json' with { type: 'json' }
import es from '@greenroom/contract/texts/es/receipt.json' with { type: 'json' }
import ja from '@greenroom/contract/texts/ja/receipt.json' with { type: 'json' }
import ms from '@greenroom/contract/texts/ms/receipt.json' with { type: 'json' }
import pt from '@greenroom/contract/texts/pt/receipt.json' with { type: 'json' }
import ru from '@greenroom/contract/texts/ru/receipt.json' with { type: 'json' }
import zh_tw from '@greenroom/contract/texts/zh_tw/receipt.json' with { type: 'json' }
import { textOf } from '../../../kit/time.ts'
import { escaped, publicPage } from '../../../texts/publicPage.ts'
import type { Checked } from './receipt.queries.ts'

const texts: Readonly<Record<Language, typeof en>> = { en, cn, zh_tw, ar, es, ja, ms, pt, ru }

const style = `main{text-align:center}h1{font-size:1.25rem;margin:0 0 1rem}strong{display:block;font-size:2rem;overflow-wrap:anywhere}
.sign{font-size:3rem;line-height:1}`

export const receipts = publicPage(style, "'none'")

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The first two letters of a name, so that who bought can tell, and nobody else learns it; empty for a name of digits (an id). */
export function firstLetters(name: string): string {
  const letters = Array.from(graphemes.segment(name.trim()), ({ segment }) => segment)
  return /^\d*$/.test(name.trim()) ? '' : `${letters.slice(0, Math.min(2, letters.length - 1) || 1).join('')}…`
}

export type ReceiptState = 'valid' | 'partly' | 'void' | 'unknown' | 'busy'

export const stateOf = (checked: Checked | undefined): ReceiptState => {
  if (!checked) return 'unknown'
  if (checked.returnedTokens === 0n) return 'valid'
  return checked.returnedTokens >= checked.tokens ? 'void' : 'partly'
}

const signOf = { valid: '✅', partly: '⚠️', void: '❌', unknown: '❌', busy: '⏳' } as const

/** The whole page. `checked`: what it stands for, if it is one. */
export function receiptPage(
  state: ReceiptState,
  checked: Checked | undefined,
  { language, zone }: { language: Language; zone: string },
): string {
  const t = texts[language]
  const amount = (tokens: bigint) => `<bdi dir="ltr">${new Intl.NumberFormat('en').format(tokens)}</bdi>`
  const filled = (text: string, values: Record<string, string>) =>
    escaped(text).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
  const lines = checked
    ? [
        `<p><strong>${filled(t.tokens, { tokens: amount(checked.tokens) })}</strong></p>`,
        checked.returnedTokens > 0n && `<p>${filled(t.returned, { tokens: amount(checked.returnedTokens) })}</p>`,
        firstLetters(checked.nickname) !== '' &&
          `<p>${filled(t.buyer, { name: `<bdi>${escaped(firstLetters(checked.nickname))}</bdi>` })}</p>`,
        `<p><bdi dir="ltr">${textOf(checked.at, zone).slice(0, 16)} (${escaped(zone)})</bdi></p>`,
      ].filter((line) => line !== false)
    : []
  return receipts.html({
    language,
    state,
    title: escaped(t.title),
    body: `<p class="sign" aria-hidden="true">${signOf[state]}</p>
<h1>${escaped(t[state])}</h1>${lines.join('')}<p><small>${escaped(t.about)}</small></p>`,
  })
}
