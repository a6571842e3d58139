// The documents of `docs/` as pages, in the form that they are written in: headings, paragraphs, lists, tables, code, links.
import { readFileSync } from 'node:fs'
import { escaped, style } from './reference.page.ts'

const folder = new URL('../../../../docs/', import.meta.url)

/** Headings are linked to by their words. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

/** Where a link of a document leads on this server; undefined for a file that is not served. */
function addressOf(target: string): string | undefined {
  if (/^(https?:|#)/.test(target)) return target
  const [, name, anchor = ''] = /^([\w.-]+)\.md(#.*)?$/.exec(target) ?? []
  return name === undefined ? undefined : `/docs/${name}${anchor}`
}

const spans = (text: string): string =>
  text
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\[([^\]]*)\]\(([^)]*)\)/g, (_, words: string, target: string) => {
      const address = addressOf(target)
      return address === undefined ? words : `<a href="${address}">${words}</a>`
    })
    .replaceAll(/&lt;(https?:\/\/[^&\s]+)&gt;/g, '<a href="$1">$1</a>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
    .replaceAll(/(^|[\s(“"])_([^_]+)_(?=$|[\s.,;:)”"?!…])/g, '$1<i>$2</i>')

/** A line of text: what is code stands as it is, also within bold words. */
function inline(text: string): string {
  const codes: string[] = []
  const kept = escaped(text).replaceAll(/`([^`]+)`/g, (_, code: string) => `\uE000${codes.push(code) - 1}\uE001`)
  return spans(kept).replaceAll(/\uE000(\d+)\uE001/g, (_, at: string) => `<code>${codes[Number(at)]}</code>`)
}

const cellsOf = (line: string): string[] =>
  line
    .replaceAll(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

function tableOf(lines: readonly string[]): string {
  const [head, , ...rows] = lines.map(cellsOf)
  const row = (cells: readonly string[] = [], tag = 'td') =>
    `<tr>${cells.map((cell) => `<${tag}>${inline(cell)}</${tag}>`).join('')}</tr>`
  return `<table>${row(head, 'th')}${rows.map((cells) => row(cells)).join('')}</table>`
}

function listOf(text: string): string {
  const tag = /^\s*\d/.test(text) ? 'ol' : 'ul'
  const items = text.split(/\n(?=\s*(?:[-*]|\d+\.)\s)/).map((item) => item.replace(/^\s*(?:[-*]|\d+\.)\s+/, ''))
  return `<${tag}>${items.map((item) => `<li>${inline(item.replaceAll(/\s*\n\s*/g, ' '))}</li>`).join('')}</${tag}>`
}

function blockOf(text: string): string {
  const [, level, heading = ''] = /^(#{1,4}) (.*)/.exec(text) ?? []
  if (level !== undefined) {
    const tag = `h${level.length}`
    return `<${tag} id="${slugOf(heading)}">${inline(heading)}</${tag}>`
  }
  if (text.startsWith('|')) return tableOf(text.split('\n'))
  if (/^\s*(?:[-*]|\d+\.)\s/.test(text)) return listOf(text)
  return `<p>${inline(text.replaceAll('\n', ' '))}</p>`
}

/** A document as HTML. */
export const bodyOf = (markdown: string): string =>
  markdown
    .split(/^```\w*\n([^]*?)^```$\n?/m)
    .map((part, at) =>
      at % 2 === 1
        ? `<pre>${escaped(part)}</pre>`
        : part
            .split(/\n{2,}|(?<=^#.*)\n/m)
            .filter((text) => text.trim() !== '')
            .map((text) => blockOf(text.replace(/^\n+|\n+$/g, '')))
            .join('\n'),
    )
    .join('\n')
    .trim()

/** The page of a document; undefined if there is none of this name. `nonce` allows its style. */
export function guidePage(name: string): ((nonce: string) => string) | undefined {
  if (!/^[a-z]+(?:-[a-z]+)*(?:\.cn)?$/.test(name)) return undefined
  let text: string
  try {
    text = readFileSync(new URL(`${name}.md`, folder), 'utf8')
  } catch {
    return undefined
  }
  const title = /^# (.*)/m.exec(text)?.[1] ?? name
  const language = name.endsWith('.cn') ? 'zh-CN' : 'en'
  return (nonce) => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style nonce="${nonce}">${style}
main { max-width: 60rem } pre { overflow-x: auto }</style></head><body><main>${bodyOf(text)}</main></body></html>`
}
