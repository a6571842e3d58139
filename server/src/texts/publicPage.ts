// Pages that anybody with their address may open, without an account: receipts, links of guilds. No script, no cookie.
import { createHash } from 'node:crypto'
import { directionOf, type Language, tagOf } from '@greenroom/contract/languages'
import type { FastifyReply } from 'fastify'

/** Text within HTML. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const ofAll = `:root{color-scheme:light dark}body{margin:0;font:16px/1.5 system-ui,sans-serif;display:grid;place-items:center;min-height:100vh;
background:Canvas;color:CanvasText}main{max-width:26rem;padding:1.5rem}p{margin:.5rem 0}small{opacity:.8}`

/** What is shown; `title` and `body` are HTML. */
type Shown = { language: Language; state: string; title: string; body: string }

export type PublicPage = {
  html(shown: Shown): string
  send(reply: FastifyReply, code: number, html: string): FastifyReply
}

/**
 * A kind of page.
 *
 * @param own its style, after that of all
 * @param formAction where a form may be sent to, as a content security policy says it
 */
export function publicPage(own: string, formAction: "'none'" | "'self'"): PublicPage {
  const style = ofAll + own
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join('; ')
  return {
    html: ({ language, state, title, body }) =>
      `<!doctype html><html lang="${tagOf(language)}" dir="${directionOf(language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title>
<style>${style}</style></head><body><main data-state="${state}">${body}</main></body></html>`,
    send: (reply, code, html) =>
      reply
        .code(code)
        .header('content-security-policy', policy)
        .header('x-robots-tag', 'noindex')
        .header('referrer-policy', 'no-referrer')
        .header('cache-control', 'no-store')
        .header('vary', 'accept-language')
        .type('text/html; charset=utf-8')
        .send(html),
  }
}
