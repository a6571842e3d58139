// The page of a guild's link, in the reader's language: it asks for the reader's id in the app. No script, no cookie. Pure.
import type { Language } from '@greenroom/contract/languages'
import ar from '@greenroom/contract/texts/ar/join.json' with { type: 'json' }
import cn from '@greenroom/contract/texts/cn/join.json' with { type: 'json' }
import en from '@greenroom/contract/texts/en/join.json' with { type: 'json' }
import es from '@greenroom/contract/texts/es/join.json' with { type: 'json' }
import ja from '@greenroom/contract/texts/ja/join.json' with { type: 'json' }
import ms from '@greenroom/contract/texts/ms/join.json' with { type: 'json' }
import pt from '@greenroom/contract/texts/pt/join.json' with { type: 'json' }
import ru from '@greenroom/contract/texts/ru/join.json' with { type: 'json' }
import zh_tw from '@greenroom/contract/texts/zh_tw/join.json' with { type: 'json' }
import { escaped, publicPage } from '../../../texts/publicPage.ts'

const texts: Readonly<Record<Language, typeof en>> = { en, cn, zh_tw, ar, es, ja, ms, pt, ru }

const style = `h1{font-size:1.4rem;margin:0 0 .75rem;overflow-wrap:anywhere}label{display:block;font-weight:600;margin-top:1rem}
input{box-sizing:border-box;width:100%;min-height:48px;padding:8px 12px;font:inherit;font-size:1.1rem}
button{width:100%;min-height:48px;margin-top:12px;font:inherit;font-weight:600}[role=alert]{font-weight:600}`

export const joining = publicPage(style, "'self'")

/** `form`: asks for the id; `again`: what was typed is none; `sent`; `gone`: there is no such link; `busy`: too many tries. */
export type JoinState = 'form' | 'again' | 'sent' | 'gone' | 'busy'

/** The whole page. */
export function joinPage(state: JoinState, guild: string, language: Language): string {
  const t = texts[language]
  const named = (text: string) => escaped(text).replace('{{guild}}', () => `<bdi>${escaped(guild)}</bdi>`)
  const form = `<form method="post"><label for="id">${escaped(t.id)}</label>
<input id="id" name="userId" inputmode="numeric" autocomplete="off" maxlength="20" required dir="ltr"${state === 'again' ? ' aria-invalid="true"' : ''}>
${state === 'again' ? `<p role="alert">${escaped(t.again)}</p>` : ''}<p><small>${escaped(t.where)}</small></p>
<button type="submit">${escaped(t.send)}</button></form>`
  const body = {
    form: `<h1>${named(t.title)}</h1><p>${escaped(t.about)}</p>${form}`,
    again: `<h1>${named(t.title)}</h1><p>${escaped(t.about)}</p>${form}`,
    sent: `<h1>${escaped(t.sent)}</h1><p>${named(t.next)}</p><p>${escaped(t.ready)}</p>`,
    gone: `<h1>${escaped(t.gone)}</h1>`,
    busy: `<h1>${escaped(t.busy)}</h1>`,
  }[state]
  const title =
    state === 'gone' || state === 'busy' ? escaped(t[state]) : escaped(t.title.replace('{{guild}}', () => guild))
  return joining.html({ language, state, title, body })
}
