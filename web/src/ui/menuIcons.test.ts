import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { menuIcons } from './MenuIcon.tsx'

it('has a drawing for each icon that a menu may carry, and none besides', () => {
  const image = readFileSync(new URL('./menuIcons.svg', import.meta.url), 'utf8')
  const drawn = [...image.matchAll(/<symbol id="([^"]+)" viewBox="0 0 24 24">(?!<\/symbol>)/g)].map(([, name]) => name)
  expect(drawn).toEqual([...menuIcons])
})
