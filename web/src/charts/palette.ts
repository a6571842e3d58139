import type { Palette } from './option.ts'

const shades = {
  light: { series: ['accent-6', 'blue-7', 'orange-7', 'grape-7'], heat: ['accent-0', 'accent-8'] },
  dark: { series: ['accent-4', 'blue-4', 'orange-4', 'grape-4'], heat: ['dark-6', 'accent-3'] },
} as const

/** The page's colours as they are where `element` stands. */
export function paletteAt(element: Element, scheme: 'light' | 'dark'): Palette {
  const styles = getComputedStyle(element)
  const colour = (name: string) => styles.getPropertyValue(`--mantine-color-${name}`).trim()
  const { series, heat } = shades[scheme]
  return {
    text: colour('text'),
    dim: colour('dimmed'),
    line: colour('default-border'),
    surface: colour('body'),
    series: series.map(colour),
    heat: [colour(heat[0]), colour(heat[1])],
  }
}
