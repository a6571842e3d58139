// Pictures drawn from their names, so that nothing is stored.
import { type Random, randomOf } from '../world/random.ts'
import { alterations } from '../world/spam.ts'
import { aboutTexts, posts, rudePosts } from '../world/texts.ts'

export const kinds = ['portrait', 'landscape', 'card', 'cover', 'live', 'poster'] as const
export type Kind = (typeof kinds)[number]

/** A text's hash (FNV-1a). */
export function numberOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

const svg = (width: number, height: number, inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inside}</svg>`

const hsl = (hue: number, saturation: number, light: number) => `hsl(${Math.round(hue)} ${saturation}% ${light}%)`
const skins = ['#f6d7c3', '#eac0a2', '#d9a27f', '#b97a56', '#8d5536', '#5f3a26']
const hairs = ['#1d1a1a', '#33241c', '#5b3a24', '#8a5a2b', '#c79a53', '#a33', '#7a7a80', '#4b2e83']

function face(random: Random, x: number, y: number, size: number): string {
  const skin = random.pick(skins)
  const hair = random.pick(hairs)
  const shirt = hsl(random.int(360), 55, 45)
  const long = random.chance(0.55)
  const smile = 3 + random.int(9)
  const eye = 4 + random.int(3)
  const tilt = random.int(17) - 8
  const parts = [
    long
      ? `<path d="M-62 -20Q-70 -96 0 -98Q70 -96 62 -20L66 78Q0 96 -66 78Z" fill="${hair}"/>`
      : `<ellipse cy="-34" rx="58" ry="56" fill="${hair}"/>`,
    `<path d="M-112 172Q-104 84 0 78Q104 84 112 172Z" fill="${shirt}"/>`,
    `<rect x="-19" y="46" width="38" height="46" rx="14" fill="${skin}"/>`,
    `<ellipse rx="50" ry="62" fill="${skin}"/>`,
    `<path d="M-52 -16Q-44 -78 6 -74Q50 -70 52 -12Q30 -46 -6 -48Q-38 -44 -52 -16Z" fill="${hair}"/>`,
    `<circle cx="-19" cy="-4" r="${eye}" fill="#222"/><circle cx="19" cy="-4" r="${eye}" fill="#222"/>`,
    `<path d="M-18 27Q0 ${27 + smile * 1.6} 18 27" stroke="#9c3f4a" stroke-width="5" fill="none" stroke-linecap="round"/>`,
  ]
  if (random.chance(0.2))
    parts.push(
      '<g fill="none" stroke="#222" stroke-width="4"><circle cx="-19" cy="-4" r="15"/><circle cx="19" cy="-4" r="15"/><path d="M-4 -4h8"/></g>',
    )
  if (random.chance(0.25)) parts.push('<path d="M-66 -58Q0 -116 66 -58L60 -70Q0 -134 -60 -70Z" fill="#d6336c"/>')
  return `<g transform="translate(${x} ${y}) rotate(${tilt}) scale(${size})">${parts.join('')}</g>`
}

function wall(random: Random, width: number, height: number): string {
  const hue = random.int(360)
  const dots = Array.from(
    { length: 10 },
    () =>
      `<circle cx="${random.int(width)}" cy="${random.int(height)}" r="${8 + random.int(46)}" fill="${hsl(hue + random.int(70), 60, 70)}" opacity=".35"/>`,
  )
  return `<rect width="${width}" height="${height}" fill="${hsl(hue, 45, 40 + random.int(40))}"/>${dots.join('')}`
}

function hills(random: Random, width: number, height: number): string {
  const evening = random.chance(0.4)
  const hue = evening ? 15 + random.int(30) : 195 + random.int(30)
  const layers = [0, 1, 2, 3].map((layer) => {
    const base = height * (0.45 + layer * 0.14)
    const points = Array.from(
      { length: 9 },
      (_, step) => `${(step * width) / 8},${Math.round(base - random.next() * height * (0.26 - layer * 0.05))}`,
    )
    return `<polygon points="0,${height} ${points.join(' ')} ${width},${height}" fill="${hsl(layer === 3 ? 110 + random.int(50) : hue + 20, 30, 62 - layer * 14)}"/>`
  })
  const sun = `<circle cx="${random.int(width)}" cy="${Math.round(height * (0.12 + random.next() * 0.3))}" r="${20 + random.int(30)}" fill="${evening ? '#ffd27d' : '#fff7d6'}"/>`
  return `<rect width="${width}" height="${height}" fill="${hsl(hue, 70, 74)}"/>${sun}${layers.join('')}`
}

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]!)

function lettering(random: Random): string {
  const text = random.pick(random.chance(0.2) ? rudePosts : [...posts, ...aboutTexts]) || 'hello'
  const hue = random.int(360)
  const lines = text.match(/.{1,18}(\s|$)|.{1,14}/gu) ?? [text]
  const spans = lines.map(
    (line, place) =>
      `<tspan x="200" y="${200 + (place - (lines.length - 1) / 2) * 44}">${escaped(line.trim())}</tspan>`,
  )
  return `<rect width="400" height="400" fill="${hsl(hue, 70, 92)}"/><rect x="18" y="18" width="364" height="364" fill="none" stroke="${hsl(hue, 60, 45)}" stroke-width="6"/><text font-family="sans-serif" font-size="32" font-weight="700" text-anchor="middle" fill="${hsl(hue, 60, 25)}">${spans.join('')}</text>`
}

/** What a wave of spam shows: somebody, a price in a star, and a code to scan. */
function poster(random: Random): string {
  const [x, y] = [120 + random.int(240), 160 + random.int(60)]
  const code = Array.from({ length: 81 }, (_, at) => at)
    .filter(() => random.chance(0.5))
    .map((at) => `<rect x="${(at % 9) * 14}" y="${Math.floor(at / 9) * 14}" width="14" height="14"/>`)
  const points = Array.from({ length: 24 }, (_, at) => {
    const reach = at % 2 === 0 ? 70 : 46
    const angle = (at * Math.PI) / 12
    return `${Math.round(reach * Math.cos(angle))},${Math.round(reach * Math.sin(angle))}`
  })
  const bar = `<rect y="400" width="480" height="80" fill="${hsl(random.int(360), 80, 30)}"/>`
  const star = `<polygon transform="translate(${90 + random.int(300)} ${320 + random.int(30)})" points="${points.join(' ')}" fill="#ffd400"/>`
  const scan = `<g transform="translate(${random.chance(0.5) ? 20 : 330} ${20 + random.int(230)})"><rect x="-8" y="-8" width="142" height="142" fill="#fff"/>${code.join('')}</g>`
  return wall(random, 480, 480) + face(random, x, y, 1.3) + bar + star + scan
}

/** A copy of a wave's poster, named `<wave>~<alteration>~<number>`: the same to people, and another file. */
function copyOf(name: string): string {
  const [wave = '', alteration, number = ''] = name.split('~')
  const shown = poster(randomOf(numberOf(`poster/${wave}`)))
  const [sides, inside] = altered(
    shown,
    randomOf(numberOf(number)),
    alterations.find((one) => one === alteration),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${sides}" height="${sides}" ${inside}</svg>`
}

function altered(shown: string, random: Random, how: (typeof alterations)[number] | undefined): [number, string] {
  const whole = `viewBox="0 0 480 480">${shown}`
  switch (how) {
    case 'small':
      return [200 + random.int(120), whole]
    case 'cropped':
      return [480, `viewBox="${random.int(12)} ${random.int(12)} 468 468">${shown}`]
    case 'mirrored':
      return [480, `viewBox="0 0 480 480"><g transform="translate(480 0) scale(-1 1)">${shown}</g>`]
    case 'framed':
      return [
        480,
        `${whole}<rect x="6" y="6" width="468" height="468" fill="none" stroke="${hsl(random.int(360), 60, 40)}" stroke-width="12"/>`,
      ]
    case 'marked':
      return [
        480,
        `${whole}<g transform="translate(${300 + random.int(80)} 440)" fill="#fff" opacity=".6"><circle r="14"/><rect x="20" y="-8" width="70" height="16"/></g>`,
      ]
    default:
      return [480, whole]
  }
}

/** The picture with this name. In a broadcast's pictures the person stays the same and the rest moves. */
export function draw(kind: Kind, name: string): string {
  const random = randomOf(numberOf(`${kind}/${name}`))
  switch (kind) {
    case 'portrait':
      return svg(400, 400, wall(random, 400, 400) + face(random, 180 + random.int(40), 190, 1.15 + random.next() * 0.5))
    case 'landscape':
      return svg(480, 320, hills(random, 480, 320))
    case 'card':
      return svg(400, 400, lettering(random))
    case 'poster':
      return copyOf(name)
    case 'cover':
      return svg(360, 480, wall(random, 360, 480) + face(random, 180, 250, 1.5))
    case 'live': {
      const person = name.split('-')[0] ?? name
      const place = wall(randomOf(numberOf(`place/${person}`)), 360, 640)
      const who = face(
        randomOf(numberOf(`person/${person}`)),
        120 + random.int(120),
        290 + random.int(70),
        1.4 + random.next() * 0.4,
      )
      const hearts = Array.from(
        { length: random.int(6) },
        () =>
          `<text x="${270 + random.int(70)}" y="${300 + random.int(260)}" font-size="${24 + random.int(24)}">❤</text>`,
      )
      return svg(360, 640, place + who + `<g fill="#ff4d6d">${hearts.join('')}</g>`)
    }
  }
}
