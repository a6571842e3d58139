import { limits } from '@greenroom/contract/limits'
import { expect, test } from 'vitest'
import { captchaPng, captchaSize, captchaSvg } from './captcha.draw.ts'
import { captchaAlphabet, linesOf } from './captcha.glyphs.ts'
import { captchaLength } from './captcha.service.ts'

const half = () => 0.5

test('a captcha is no longer than the specification allows', () => {
  expect(captchaLength).toBeLessThanOrEqual(limits.captcha)
})

test('every character is drawn, inside the picture, and no two look alike', () => {
  const drawn = Array.from(captchaAlphabet).map((character) => JSON.stringify(linesOf(character)))
  expect(new Set(drawn).size).toBe(captchaAlphabet.length)
  for (const character of captchaAlphabet) {
    const points = [...captchaSvg(character.repeat(captchaLength), half).matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)]
    expect(points.length).toBeGreaterThan(0)
    for (const [, x, y] of points) {
      expect(Number(x)).toBeGreaterThanOrEqual(0)
      expect(Number(x)).toBeLessThanOrEqual(captchaSize.width)
      expect(Number(y)).toBeGreaterThanOrEqual(0)
      expect(Number(y)).toBeLessThanOrEqual(captchaSize.height)
    }
  }
})

test('the file is a PNG that does not contain its text', async () => {
  const bytes = await captchaPng('ACE47', half)
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  expect(bytes.includes('ACE47')).toBe(false)
})
