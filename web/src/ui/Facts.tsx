import classes from './ui.module.css'
import type { Written } from './values/written.ts'

/** Names and values, in two columns. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: Written])[] }) {
  return (
    <dl className={classes['facts']}>
      {of.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value === '' || value === null || value === undefined ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A long id in a text: 25 letters and digits or more, among them several digits, as a hash, an address or a UUID has. */
const longId = /[\w-]{25,}/g
const hasDigits = /(?:\D*\d){4}/
/** What remains of a long id in a row: enough to tell two apart. */
const [head, tail] = [13, 6]

/** A text in parts; the second of three consecutive ones is the middle of a long id. */
export function idParts(text: string): string[] {
  const parts: string[] = []
  let from = 0
  for (const { 0: id, index } of text.matchAll(longId)) {
    if (!hasDigits.test(id)) continue
    parts.push(text.slice(from, index + head), text.slice(index + head, index + id.length - tail))
    from = index + id.length - tail
  }
  return [...parts, text.slice(from)]
}

/** An id, hash or address: monospaced, in its own direction. In a row of a table a long one is shortened; it is copied whole. */
export function Code({ children }: { children: string }) {
  const parts = idParts(children)
  return (
    <bdi dir="ltr" className={classes['mono']} {...(parts.length > 1 && { title: children })}>
      {parts.length === 1
        ? children
        : parts.map((part, at) => (
            // biome-ignore lint: the parts of one text
            <span key={at} className={at % 2 === 1 ? classes['middle'] : undefined}>
              {part}
            </span>
          ))}
    </bdi>
  )
}
