// The room that a chart's labels need around it. The library could find it out, but would lay out all labels twice. Pure.

/** Measures a label, in px. */
export type WidthOf = (text: string) => number

/** In px. */
export type Margins = { left: number; right: number; bottom: number }

/** From labels to the axis, and around the chart. */
const [gap, edge, end] = [8, 4, 8]
const lineHeight = 12
/** A chart on the narrowest screen. */
const narrowest = 280

/** Beyond which characters are as wide as high. */
const isWide = (letter: string) => letter > '\u2e80'
const length = (text: string) => Array.from(text).reduce((sum, letter) => sum + (isWide(letter) ? 2 : 1), 0)

/** The width of the widest label: only the longest is measured. */
export function widest(labels: readonly string[], widthOf: WidthOf): number {
  const longest = labels.reduce((found, label) => (length(label) > length(found) ? label : found), '')
  return longest === '' ? 0 : Math.ceil(widthOf(longest))
}

/** The lines of a label that is broken between words, and between wide characters, to a width. */
export function linesOf(label: string, width: number, widthOf: WidthOf): number {
  let lines = 1
  let used = 0
  for (const word of label.match(/[\u2e80-\uffff]|[^\s\u2e80-\uffff]+\s*/g) ?? []) {
    const wide = widthOf(word)
    if (used > 0 && used + wide > width) {
      lines += 1
      used = 0
    }
    lines += Math.max(0, Math.ceil(wide / width) - 1)
    used += wide
  }
  return lines
}

/**
 * `start` and `end`: labels of the scales, `across`: the labels below, every `step`-th of which is shown, or each broken to a width.
 * Right to left, the sides are exchanged.
 */
export function marginsOf(
  labels: {
    start: readonly string[]
    end?: readonly string[]
    across: readonly string[]
    step: number
    brokenTo?: number
  },
  { widthOf, rtl }: { widthOf: WidthOf; rtl: boolean },
): Margins {
  const { across, step, brokenTo } = labels
  const half = brokenTo === undefined ? widest(across, widthOf) / 2 : 0
  /** How far the label at this place, from an end of the axis, reaches beyond the end. */
  const beyond = (place: number) =>
    Math.max(0, Math.ceil(half - ((place + 0.5) / Math.max(1, across.length)) * narrowest))
  const last = across.length - 1
  const before = Math.max(edge + widest(labels.start, widthOf) + gap, edge + beyond(0))
  const after = Math.max(labels.end ? end + widest(labels.end, widthOf) + gap : end, edge + beyond(last % step))
  const rows = brokenTo === undefined ? 1 : Math.max(1, ...across.map((label) => linesOf(label, brokenTo, widthOf)))
  return { left: rtl ? after : before, right: rtl ? before : after, bottom: edge + gap + rows * lineHeight }
}
