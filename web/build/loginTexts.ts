// The texts of the log-in form that is in the page itself, in every language that has them: `index.html` and `public/early.js`.
import { readFileSync } from 'node:fs'
import { directionOf, languages, tagOf } from '@greenroom/contract/languages'
import type { Plugin } from 'vite'

type Access = { login?: { title?: string; username?: string; password?: string; submit?: string } }

const accessIn = (language: string): Access =>
  JSON.parse(readFileSync(new URL(`../../contract/texts/${language}/access.json`, import.meta.url), 'utf8'))

/** By language: its standard code, direction, and the words in the form's order. */
function loginTexts(): Record<string, { tag: string; dir: string; words: string[] }> {
  return Object.fromEntries(
    languages.map((language) => {
      const { title, username, password, submit } = accessIn(language).login ?? {}
      const words = [title, username, password, submit].filter((text) => text !== undefined)
      if (words.length < 4) throw new Error(`the log-in form has no texts in ${language}`)
      return [language, { tag: tagOf(language), dir: directionOf(language), words }]
    }),
  )
}

/** The vite plugin. No text may end the element that holds them. */
export function loginForm(): Plugin {
  return {
    name: 'greenroom:login-form',
    transformIndexHtml: (html) =>
      html.replace('"%GREENROOM_LOGIN_TEXTS%"', () => JSON.stringify(loginTexts()).replaceAll('<', '\\u003c')),
  }
}
