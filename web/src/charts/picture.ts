// A chart as a picture: title, days and filters above, the source below, in the page's colours and direction.

import { fileNameOf, saveBlob } from '../ui/behaviour/saveFile.ts'
import { styleAt } from './chartColours.ts'
import { type Drawing, optionOf } from './option.ts'
import type { Plot } from './plot.ts'

/** A picture's caption: source, days and filters. */
export type Caption = { lines: readonly string[]; source: string }

const [width, chartHeight, margin, titleSize, textSize] = [1_200, 560, 32, 26, 15]
const ratio = 2
const heatRow = 26

/** Renders the picture in the page's colours at `place` and downloads it as PNG. */
export async function savePicture(
  title: string,
  plot: Plot,
  caption: Caption,
  { place, scheme }: { place: Element; scheme: 'light' | 'dark' },
): Promise<void> {
  const drawing = {
    ...styleAt(place, scheme),
    rtl: document.documentElement.dir === 'rtl',
    description: title,
  }
  const canvas = await pictureOf(title, plot, caption, drawing)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob) saveBlob(fileNameOf(title, 'png'), blob)
}

async function pictureOf(title: string, plot: Plot, caption: Caption, drawing: Drawing): Promise<HTMLCanvasElement> {
  const { drawOnce } = await import('./draw.ts')
  const height = plot.kind === 'heat' ? Math.max(chartHeight, plot.down.labels.length * heatRow + 80) : chartHeight
  const chart = drawOnce(optionOf(plot, drawing), { width: width - 2 * margin, height, ratio })
  const { palette, fontFamily, rtl } = drawing
  const top = margin + titleSize + caption.lines.length * (textSize + 8) + 20
  const canvas = document.createElement('canvas')
  canvas.width = width * ratio
  canvas.height = (top + height + textSize + 2 * margin) * ratio
  const paper = canvas.getContext('2d')!
  paper.scale(ratio, ratio)
  paper.fillStyle = palette.surface
  paper.fillRect(0, 0, width, canvas.height / ratio)
  paper.direction = rtl ? 'rtl' : 'ltr'
  paper.textAlign = 'start'
  const start = rtl ? width - margin : margin
  const write = (text: string, at: number, font: string, colour: string) => {
    paper.font = `${font} ${fontFamily}`
    paper.fillStyle = colour
    paper.fillText(text, start, at, width - 2 * margin)
  }
  write(title, margin + titleSize - 4, `600 ${titleSize}px`, palette.text)
  for (const [index, line] of caption.lines.entries())
    write(line, margin + titleSize + (index + 1) * (textSize + 8), `400 ${textSize}px`, palette.dim)
  paper.drawImage(chart, margin, top, width - 2 * margin, height)
  write(caption.source, top + height + margin, `400 ${textSize - 2}px`, palette.dim)
  return canvas
}
