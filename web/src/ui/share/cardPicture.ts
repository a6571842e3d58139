// Draws a card on a canvas: always light, so that it looks the same in every chat. Loaded when something is shared.
import { create } from 'qrcode'
import { type Card, type Layout, layoutOf, margin, type Style } from './card.ts'

const colours = { paper: '#ffffff', text: '#17211b', dim: '#5a665f', accent: '#12805c' }
const fontOf = ({ size, weight }: Style, family: string) => `${weight} ${size}px ${family}`

function drawCode(
  paper: CanvasRenderingContext2D,
  link: string,
  { top, size }: NonNullable<Layout['code']>,
  left: number,
) {
  const { modules } = create(link, { errorCorrectionLevel: 'M' })
  const step = size / modules.size
  paper.fillStyle = colours.text
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column))
        paper.fillRect(left + column * step, top + row * step, Math.ceil(step), Math.ceil(step))
}

/** The card as a PNG. */
export async function cardPicture(card: Card, direction: 'ltr' | 'rtl'): Promise<Blob> {
  const family = getComputedStyle(document.body).fontFamily
  const canvas = document.createElement('canvas')
  const paper = canvas.getContext('2d')!
  const layout = layoutOf(card, (text, style) => {
    paper.font = fontOf(style, family)
    return paper.measureText(text).width
  })
  canvas.width = layout.width
  canvas.height = layout.height
  paper.fillStyle = colours.paper
  paper.fillRect(0, 0, layout.width, layout.height)
  paper.fillStyle = colours.accent
  paper.fillRect(0, 0, layout.width, 16)
  paper.direction = direction
  paper.textBaseline = 'top'
  const [start, end] = direction === 'rtl' ? [layout.width - margin, margin] : [margin, layout.width - margin]
  for (const placed of layout.texts) {
    paper.font = fontOf(placed, family)
    paper.fillStyle = placed.dim ? colours.dim : colours.text
    paper.textAlign = placed.end ? 'end' : 'start'
    // A value keeps its own direction: `$5.00`, `1 / 3`.
    const text = direction === 'rtl' && placed.value ? `\u2068${placed.text}\u2069` : placed.text
    paper.fillText(text, placed.end ? end : start, placed.top)
  }
  if (layout.code && card.link !== undefined)
    drawCode(paper, card.link, layout.code, direction === 'rtl' ? start - layout.code.size : start)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  )
}
