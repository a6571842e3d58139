// The portal as an app on the phones of leaders and agents: a manifest for each of both in every language they have, and the page that
// `public/portal-worker.js` shows without a network.
import { readFileSync } from 'node:fs'
import { directionOf, type Language, languages, tagOf } from '@greenroom/contract/languages'
import { screens } from '@greenroom/contract/screens'
import type { Plugin } from 'vite'

const textsIn = <T>(language: Language, file: string): T =>
  JSON.parse(readFileSync(new URL(`../../contract/texts/${language}/${file}.json`, import.meta.url), 'utf8'))

/** What is opened from the icon itself, by the name of its text and its address. */
const shortcuts = {
  leader: { week: screens['guilds.settleAccounts'].path, members: screens['guilds.memberList'].path },
  agent: { sell: screens['topup-agents.sell'].path, buy: screens['topup-agents.buy'].path },
} as const

function manifest(kind: keyof typeof shortcuts, language: Language): string {
  const { portal } = textsIn<{ portal: Record<string, string> }>(language, 'shell')
  return JSON.stringify({
    id: '/dashboard',
    name: 'Greenroom',
    short_name: 'Greenroom',
    lang: tagOf(language),
    dir: directionOf(language),
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    theme_color: '#0f6e59',
    background_color: '#f0f2f5',
    icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
    shortcuts: Object.entries(shortcuts[kind]).map(([name, url]) => ({ name: portal[name], url })),
  })
}

/** The vite plugin. No text may end the element that holds them. */
export function portalApp(): Plugin {
  return {
    name: 'greenroom:portal-app',
    apply: 'build',
    generateBundle() {
      for (const kind of ['leader', 'agent'] as const)
        for (const language of languages)
          this.emitFile({
            type: 'asset',
            fileName: `manifest-${kind}-${language}.json`,
            source: manifest(kind, language),
          })
      const texts = Object.fromEntries(
        languages.map((language) => {
          const { network } = textsIn<{ network: string }>(language, 'errors')
          const { retry } = textsIn<{ retry: string }>(language, 'common')
          return [language, { tag: tagOf(language), dir: directionOf(language), words: [network, retry] }]
        }),
      )
      const source = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>Greenroom</title>
<link rel="stylesheet" href="/offline.css"></head>
<body><p id="said" role="status"></p>
<button id="again" type="button" hidden></button>
<script type="application/json" id="texts">${JSON.stringify(texts).replaceAll('<', '\\u003c')}</script>
<script src="/offline.js"></script></body>
</html>
`
      this.emitFile({ type: 'asset', fileName: 'offline.html', source })
    },
  }
}
