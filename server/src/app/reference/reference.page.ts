// The API reference as a page: one self-contained document, readable without its script.

import { type DeclaredCall, declaredCalls } from '@greenroom/contract/allCalls'
import { basePath, menusOf } from '@greenroom/contract/call'
import { errorMeaning } from '@greenroom/contract/errors'
import { codesOf, type openApi, type Schema, titleOf } from './reference.openapi.ts'

type Document = ReturnType<typeof openApi>
type Operation = {
  parameters?: { name: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: { 200: { content: { 'application/json': { schema: { oneOf: [Schema, Schema] } } } } }
}

export const style = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 70rem; padding: 1.5rem }
header { position: sticky; top: 0; background: Canvas; padding-bottom: .75rem }
input { font: inherit; padding: .4rem .6rem; width: 100%; box-sizing: border-box }
details { border-bottom: 1px solid color-mix(in srgb, CanvasText 15%, Canvas) }
summary { cursor: pointer; padding: .35rem 0; display: flex; gap: .75rem; flex-wrap: wrap; align-items: baseline }
summary b { font: 600 12px ui-monospace, monospace; width: 2.5rem }
summary i { margin-left: auto; font-style: normal; font-size: 12px }
code, pre { font: 13px/1.45 ui-monospace, monospace }
pre { overflow: auto; padding: .75rem; background: color-mix(in srgb, CanvasText 6%, Canvas) }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .2rem .75rem .2rem 0; vertical-align: top; font-weight: 400 }
th { font-size: 12px; font-weight: 600 }
details > div { padding: 0 0 1rem 3.25rem }
details { scroll-margin-top: 11rem }
`

/** Hides calls that don't contain all search words; a URL with `#name` opens that call. */
export const script = `
const input = document.querySelector('input')
const calls = [...document.querySelectorAll('details')]
const search = () => {
  const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean)
  for (const call of calls) call.hidden = !words.every((word) => call.dataset.text.includes(word))
  for (const room of document.querySelectorAll('section')) room.hidden = !room.querySelector('details:not([hidden])')
}
input.addEventListener('input', search)
const open = () => {
  const call = document.getElementById(location.hash.slice(1))
  if (call) call.open = true
}
addEventListener('hashchange', open)
search()
open()
`

export const escaped = (text: string) =>
  text.replace(/[&"<>]/g, (character) => ({ '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' })[character]!)

const range = (from: number | undefined, to: number | undefined, of = '') =>
  from === undefined && to === undefined ? '' : ` ${from ?? '…'} to ${to ?? '…'}${of}`

/** A schema in brief: `integer 1 to 200`, `list of integer`. */
export function words(schema: Schema): string {
  const { type, items, maxItems, pattern } = schema
  const union = schema.anyOf ?? schema.oneOf
  if (union) return union.map(words).join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ')
  if (schema.$ref) return schema.$ref.replace(/^.*\//, '')
  if (type === 'array') return `list of ${words(items ?? {})}${maxItems ? `, at most ${maxItems}` : ''}`
  const named = schema.format ?? (Array.isArray(type) ? type.join(' or ') : type) ?? 'anything'
  // Every single-line text excludes control characters; no need to repeat it.
  const like = pattern === undefined || pattern.includes('Cc') ? '' : ` like ${pattern}`
  return `${named}${range(schema.minimum, schema.maximum)}${range(schema.minLength, schema.maxLength, ' characters')}${like}`
}

const row = (cells: string[], tag = 'td') => `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
export const table = (head: string[], rows: string[][]) =>
  `<table>${row(head, 'th')}${rows.map((cells) => row(cells)).join('')}</table>`

function fieldsOf(operation: Operation): [string, Schema, boolean][] {
  if (operation.parameters) return operation.parameters.map(({ name, schema, required }) => [name, schema, required])
  const [body] = Object.values(operation.requestBody?.content ?? {})
  const { properties = {}, required = [] } = body?.schema ?? {}
  return Object.entries(properties).map(([name, schema]) => [name, schema, required.includes(name)])
}

function callOf(declared: DeclaredCall, document: Document): string {
  const { call } = declared
  const path = `${basePath}${call.path}`
  const operation = document.paths[path]?.[call.method.toLowerCase()] as Operation
  const fields = fieldsOf(operation)
  const [success] = operation.responses[200].content['application/json'].schema.oneOf
  const codes = codesOf(declared).map((code) => [String(code), escaped(errorMeaning.get(code) ?? '')])
  const formats = Object.keys(operation.requestBody?.content ?? { query: 0 }).join(' or ')
  const menus = menusOf(call).join(', ')
  const level = menus === '' ? call.level : `${call.level}: ${menus}`
  const text = escaped(
    [call.name, path, titleOf(declared), level, ...codes.map(([code]) => code)].join(' ').toLowerCase(),
  )
  return `<details id="${call.name}" data-text="${text}"><summary><b>${call.method}</b><code>${path}</code>
<span>${escaped(titleOf(declared))}</span><i>${level}</i></summary><div>
<p><code>${call.name}</code>, sent as ${formats}.</p>
${
  fields.length === 0
    ? '<p>Takes nothing.</p>'
    : table(
        ['Field', 'What', ''],
        fields.map(([name, schema, required]) => [
          `<code>${name}</code>`,
          escaped(words(schema)),
          required ? 'required' : '',
        ]),
      )
}
<p>Answers</p><pre>${escaped(JSON.stringify(success.properties?.['result'], null, 2))}</pre>
${table(['Code', 'Meaning'], codes)}</div></details>`
}

/** The page; `nonce` allows its style. */
export function page(document: Document): (nonce: string) => string {
  const rooms = document.tags.map(({ name }) => {
    const calls = declaredCalls.filter(({ room }) => room === name)
    return `<section><h2>${name}</h2>${calls.map((call) => callOf(call, document)).join('\n')}</section>`
  })
  return (nonce) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Greenroom API</title><style nonce="${nonce}">${style}</style></head><body>
<header><h1>Greenroom API</h1><p>${escaped(document.info.description).replace(/`([^`]*)`/g, '<code>$1</code>')} The session token travels in the header
<code>token</code>. The same as <a href="/docs/api/openapi.json">OpenAPI</a>. The live app's back end speaks over <a href="/docs/bridge">the bridge</a>.</p>
<input type="search" aria-label="Search" placeholder="Search: a name, a path, a menu, a code"></header>
<main>${rooms.join('\n')}</main><script src="/docs/api/reference.js"></script></body></html>`
}
