// Pictures drawn in code, and an app that serves them, for tests of what looks alike.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'

const shapes = (seed: number): string => {
  let state = (seed * 2_654_435_761) >>> 0
  const next = (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return (state >>> 3) % below
  }
  const one = () => {
    const fill = `hsl(${next(360)} ${30 + next(60)}% ${15 + next(70)}%)`
    return next(2) === 0
      ? `<circle cx="${next(480)}" cy="${next(480)}" r="${30 + next(120)}" fill="${fill}"/>`
      : `<rect x="${next(440) - 40}" y="${next(440) - 40}" width="${60 + next(240)}" height="${40 + next(200)}" fill="${fill}" transform="rotate(${next(90)} 240 240)"/>`
  }
  return `<rect width="480" height="480" fill="hsl(${next(360)} 40% ${20 + next(60)}%)"/>${Array.from({ length: 14 }, one).join('')}`
}

const svg = (inside: string, view = '0 0 480 480', size = 480) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${view}">${inside}</svg>`

const jpeg = (drawn: string, quality = 85) => sharp(Buffer.from(drawn)).jpeg({ quality }).toBuffer()

/** What people do to a picture that they publish again. */
export const changes: Record<string, (seed: number) => Promise<Buffer>> = {
  same: (seed) => jpeg(svg(shapes(seed))),
  scaled: (seed) => jpeg(svg(shapes(seed), undefined, 190)),
  'scaled to another shape': (seed) =>
    sharp(Buffer.from(svg(shapes(seed))))
      .resize(480, 360, { fit: 'fill' })
      .jpeg()
      .toBuffer(),
  recompressed: (seed) => jpeg(svg(shapes(seed)), 20),
  'as WebP': (seed) =>
    sharp(Buffer.from(svg(shapes(seed))))
      .webp({ quality: 60 })
      .toBuffer(),
  'cropped by 5 %': (seed) => jpeg(svg(shapes(seed), '12 12 456 456')),
  'cropped by 5 % on one side': (seed) => jpeg(svg(shapes(seed), '24 0 456 480')),
  mirrored: (seed) => jpeg(svg(`<g transform="translate(480 0) scale(-1 1)">${shapes(seed)}</g>`)),
  framed: (seed) =>
    jpeg(
      svg(`${shapes(seed)}<rect x="7" y="7" width="466" height="466" fill="none" stroke="#fff" stroke-width="14"/>`),
    ),
  watermarked: (seed) =>
    jpeg(
      svg(
        `${shapes(seed)}<g fill="#fff" opacity=".65"><circle cx="330" cy="440" r="15"/><rect x="352" y="430" width="110" height="20"/></g>`,
      ),
    ),
  brighter: (seed) =>
    sharp(Buffer.from(svg(shapes(seed))))
      .modulate({ brightness: 1.25 })
      .jpeg()
      .toBuffer(),
}

export const plainPicture = (): Promise<Buffer> => jpeg(svg('<rect width="480" height="480" fill="#8a9"/>'))

/** An app that serves pictures by name; a name that it does not have is not found. */
export async function openApp(pictures: Map<string, Buffer>): Promise<{ origin: string; close: () => Promise<void> }> {
  const app: Server = createServer((request, response) => {
    const picture = pictures.get((request.url ?? '').slice(1))
    if (!picture) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture)
  })
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(app.address() as AddressInfo).port}`,
    close: () => {
      app.closeAllConnections()
      return new Promise((resolve) => app.close(() => resolve()))
    },
  }
}
