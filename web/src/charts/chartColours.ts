import type { WidthOf } from './margins.ts'
import { measure } from './measure.ts'
import { fontSize, type Palette } from './option.ts'

/** Distinguishable by colour-blind readers, and from the background (chartColours.test.ts). */
export const series = {
  light: ['#188169', '#e06a10', '#2b2f77', '#cf6fae', '#6b2d0c', '#4a94e2'],
  dark: ['#4fbb9d', '#f28e3c', '#8ea2ff', '#f6c6e4', '#a0663a', '#3f7fd0'],
} as const

const heat = { light: ['accent-0', 'accent-8'], dark: ['dark-6', 'accent-3'] } as const
const heatFlips = { light: 0.75, dark: 0.45 } as const

export type ChartStyle = { palette: Palette; fontFamily: string; widthOf: WidthOf }
let last: { scheme: string; style: ChartStyle } | undefined

/**
 * The page's computed colours and font at `element`. Charts drawn in one frame share them: each drawn chart changes the page, so asking
 * again would compute its styles again.
 */
export function styleAt(element: Element, scheme: 'light' | 'dark'): ChartStyle {
  if (last?.scheme === scheme) return last.style
  const styles = getComputedStyle(element)
  const { fontFamily } = styles
  const widthOf = (text: string) => measure(text, `${fontSize}px ${fontFamily}`).width
  const style = { palette: paletteOf(styles, scheme), fontFamily, widthOf }
  last = { scheme, style }
  requestAnimationFrame(() => {
    last = undefined
  })
  return style
}

function paletteOf(styles: CSSStyleDeclaration, scheme: 'light' | 'dark'): Palette {
  const colour = (name: string) => styles.getPropertyValue(`--mantine-color-${name}`).trim()
  return {
    text: colour('text'),
    dim: colour('dimmed'),
    line: colour('default-border'),
    surface: colour('body'),
    series: series[scheme],
    heat: [colour(heat[scheme][0]), colour(heat[scheme][1])],
    heatFlips: heatFlips[scheme],
  }
}
