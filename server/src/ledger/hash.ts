// What a caller asked, as a hash: an id that comes again with other content is noticed. Pure.
import { hash } from 'node:crypto'
import type { Item } from './post.ts'

/** JSON whose objects have their keys in order, so that the same content is the same text; big integers end in `n`. */
export function canonical(value: unknown): string {
  if (typeof value === 'bigint') return `"${value}n"`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if ('toJSON' in value && typeof value.toJSON === 'function') return canonical((value.toJSON as () => unknown)())
  const fields = value as Record<string, unknown>
  const names = Object.keys(fields).toSorted()
  let text = '{'
  for (const name of names) {
    const inner = fields[name]
    if (inner === undefined) continue
    text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:${canonical(inner)}`
  }
  return `${text}}`
}

/** 32 bytes, as hexadecimal digits. */
export const hashOf = (item: Item): string =>
  hash('sha256', canonical([item.kind, item.phase, item.holdId ?? null, item.reference, item.request]))
