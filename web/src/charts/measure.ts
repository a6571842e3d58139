// Measures texts as they are drawn on a canvas.

let context: CanvasRenderingContext2D | null | undefined
let font: string | undefined

/** `asFont` as in CSS, such as `12px sans-serif`. Without a canvas, widths are 0. */
export function measure(text: string, asFont: string): { width: number } {
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return { width: 0 }
  // Setting the same font again costs as much as measuring.
  if (font !== asFont) {
    context.font = asFont
    font = asFont
  }
  return context.measureText(text)
}
