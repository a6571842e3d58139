// Colours of lines and bars as people with each kind of colour blindness see them (Machado, Oliveira and Fernandes 2009, severity 1).
import { expect, test } from 'vitest'
import { series } from './chartColours.ts'

type Three = readonly [number, number, number]

const seen: Record<string, readonly [Three, Three, Three]> = {
  everyone: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

const linear = (hex: string): Three => {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return [r!, g!, b!]
}
const dot = (one: Three, other: Three) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
const luminance = (hex: string) => dot([0.2126, 0.7152, 0.0722], linear(hex))

function lab(rgb: Three): Three {
  const clipped = rgb.map((value) => Math.min(1, Math.max(0, value))) as unknown as Three
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116)
  const x = f(dot([0.4124, 0.3576, 0.1805], clipped) / 0.95047)
  const y = f(dot([0.2126, 0.7152, 0.0722], clipped))
  const z = f(dot([0.0193, 0.1192, 0.9505], clipped) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

const distance = (one: string, other: string, eye: readonly Three[]): number => {
  const [a, b] = [one, other].map((hex) => lab(eye.map((row) => dot(row, linear(hex))) as unknown as Three)) as [
    Three,
    Three,
  ]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

test.each([
  ['light', '#ffffff'],
  ['dark', '#1f242c'],
] as const)(
  'the colours of the %s page are distinguishable with any colour vision, and contrast with the background',
  (scheme, page) => {
    for (const [name, eye] of Object.entries(seen))
      for (const [at, one] of series[scheme].entries())
        for (const other of series[scheme].slice(0, at))
          expect(distance(one, other, eye), `${one} ${other} ${name}`).toBeGreaterThan(14)
    for (const colour of series[scheme]) {
      const [dark, light] = [luminance(colour), luminance(page)].toSorted((a, b) => a - b) as [number, number]
      expect((light + 0.05) / (dark + 0.05), colour).toBeGreaterThan(3)
    }
  },
)
