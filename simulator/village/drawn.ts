// Pictures of the village's official content.

/** A picture of a few shapes in one colour. */
export async function drawn(hue: number, width: number, height: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const side = Math.min(width, height)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue},70%,62%)"/>
    <stop offset="1" stop-color="hsl(${(hue + 50) % 360},65%,38%)"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/>
    <circle cx="${width * 0.72}" cy="${height * 0.4}" r="${side * 0.34}" fill="#fff" opacity=".22"/>
    <circle cx="${width * 0.3}" cy="${height * 0.66}" r="${side * 0.2}" fill="#fff" opacity=".35"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
