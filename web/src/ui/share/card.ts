// What a picture to share says: an evening, a payslip, a receipt. Its layout is computed here, drawn in `cardPicture.ts`. Pure.

export type CardLine = { label: string; value: string }
export type Card = {
  /** Who speaks: a guild, the product. */
  from: string
  title: string
  /** The one figure that it is about, and what is said of it. */
  figure?: string
  about?: string
  lines: readonly CardLine[]
  /** Small, below. */
  notes: readonly string[]
  /** Opens what the picture shows; written out, and as a QR code. */
  link?: string
}

/** Splits a text into lines that fit, at spaces; what is longer than a line, such as a link, anywhere. */
export function wrapped(text: string, most: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/u).filter((part) => part !== '')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= most) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const sign of word) {
      if (line !== '' && widthOf(line + sign) > most) {
        lines.push(line)
        line = ''
      }
      line += sign
    }
  }
  return line === '' ? lines : [...lines, line]
}

/** `value`: no words, but a figure, a time or an address. */
export type Style = { size: number; weight: 400 | 600; dim?: true; value?: true }
/** A text at a height; `end`: at the other side. */
export type Placed = Style & { text: string; top: number; end?: true }
export type Layout = { width: number; height: number; texts: Placed[]; code?: { top: number; size: number } }

export const margin = 64
export const width = 1_080
const codeSize = 300

const styles = {
  from: { size: 34, weight: 400, dim: true },
  title: { size: 48, weight: 600 },
  figure: { size: 104, weight: 600, value: true },
  about: { size: 34, weight: 400 },
  line: { size: 36, weight: 400 },
  note: { size: 28, weight: 400, dim: true },
} as const satisfies Record<string, Style>

/** Where everything stands; the height follows from what there is. */
export function layoutOf(card: Card, measure: (text: string, style: Style) => number): Layout {
  const texts: Placed[] = []
  const inner = width - 2 * margin
  let top: number = margin
  const write = (text: string, style: Style, gap: number) => {
    for (const line of wrapped(text, inner, (part) => measure(part, style))) {
      texts.push({ ...style, text: line, top })
      top += Math.round(style.size * 1.35)
    }
    top += gap
  }
  write(card.from, styles.from, 8)
  write(card.title, styles.title, 24)
  if (card.figure !== undefined) write(card.figure, styles.figure, 8)
  if (card.about !== undefined) write(card.about, styles.about, 24)
  for (const { label, value } of card.lines) {
    const [labelled, valued] = [measure(label, styles.line), measure(value, { ...styles.line, weight: 600 })]
    const fits = labelled + valued + 24 <= inner
    if (fits) texts.push({ ...styles.line, text: label, top })
    else write(label, styles.line, 0)
    texts.push({ ...styles.line, weight: 600, value: true, text: value, top, end: true })
    top += Math.round(styles.line.size * 1.6)
  }
  if (card.lines.length > 0) top += 16
  for (const note of card.notes) write(note, styles.note, 4)
  const code = card.link === undefined ? undefined : { top: top + 8, size: codeSize }
  if (code) {
    top = code.top + code.size + 16
    write(card.link!.replace(/^https?:\/\//, ''), { ...styles.note, value: true }, 0)
  }
  return { width, height: top + margin, texts, ...(code && { code }) }
}
