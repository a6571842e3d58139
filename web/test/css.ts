// What a stylesheet declares, where the test's document lays nothing out.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A stylesheet's text; its path is below `src`. */
export const readCss = (path: string): string => readFileSync(join(import.meta.dirname, '../src', path), 'utf8')

/** The declarations of a rule outside media queries, by property; the last one wins. */
export function declarationsOf(css: string, selector: string): Record<string, string> {
  const plain = css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/@(?:media|keyframes)[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')
  const found = [...plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)].filter(([, selectors = '']) =>
    selectors.split(/,(?![^(]*\))/).some((one) => one.trim().replaceAll(/\s+/g, ' ') === selector),
  )
  if (found.length === 0) throw new Error(`no rule ${selector}`)
  return Object.fromEntries(
    found.flatMap(([, , body = '']) =>
      body.split(';').flatMap((one) => {
        const [, name, value] = /^\s*([\w-]+)\s*:\s*([^]+?)\s*$/.exec(one) ?? []
        return name && value ? [[name, value.replaceAll(/\s+/g, ' ')]] : []
      }),
    ),
  )
}
