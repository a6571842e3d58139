// Draws a captcha: rotated, shifted and bent characters with lines across them. Rendered to pixels, so that no program
// can read the strokes from the file.
import { linesOf } from './captcha.glyphs.ts'

export const captchaSize = { width: 180, height: 56 } as const

/** A random number in [0, 1). */
type Chance = () => number

const unit = 5.2
const step = 31

/** The picture as SVG. Pure: the same random numbers give the same picture. */
export function captchaSvg(text: string, chance: Chance): string {
  const { width, height } = captchaSize
  const between = (low: number, high: number) => low + chance() * (high - low)
  const wave = { height: between(1.5, 3), length: between(35, 60), begin: between(0, 60) }
  const bend = (x: number, y: number) => y + wave.height * Math.sin(((x + wave.begin) / wave.length) * 2 * Math.PI)
  const path = (points: readonly (readonly [number, number])[]) =>
    points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${bend(x, y).toFixed(1)}`).join('')

  const left = (width - step * (text.length - 1)) / 2
  const characters = Array.from(text).map((character, index) => {
    const angle = between(-0.35, 0.35)
    const size = unit * between(0.9, 1.1)
    const [atX, atY] = [left + step * index + between(-3, 3), height / 2 + between(-4, 4)]
    const place = ([x, y]: readonly [number, number]): readonly [number, number] => {
      const [dx, dy] = [(x - 2) * size, (y - 3) * size]
      return [atX + dx * Math.cos(angle) - dy * Math.sin(angle), atY + dx * Math.sin(angle) + dy * Math.cos(angle)]
    }
    const lines = linesOf(character).map((line) => path(line.map(place)))
    return `<path d="${lines.join('')}" stroke-width="${between(2.6, 3.6).toFixed(1)}"/>`
  })
  const across = Array.from({ length: 3 }, () => {
    const points = [0, 0.33, 0.66, 1].map((part) => [part * width, between(6, height - 6)] as const)
    return `<path d="${path(points)}" stroke-width="1.2"/>`
  })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<rect width="${width}" height="${height}" fill="#f4f5f7"/>` +
    `<g fill="none" stroke="#333a44" stroke-linecap="round" stroke-linejoin="round">` +
    `${characters.join('')}${across.join('')}</g></svg>`
  )
}

/** The picture as PNG. */
export async function captchaPng(text: string, chance: Chance): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(captchaSvg(text, chance)))
    .png({ palette: true })
    .toBuffer()
}
