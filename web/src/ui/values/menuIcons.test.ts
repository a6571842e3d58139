import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { menuIcons } from './MenuIcon.tsx'

it('has a symbol for each menu icon, and no other', () => {
  const image = readFileSync(new URL('./menuIcons.svg', import.meta.url), 'utf8')
  const drawn = [...image.matchAll(/<symbol id="([^"]+)" viewBox="0 0 24 24">(?!<\/symbol>)/g)].map(([, name]) => name)
  expect(drawn).toEqual([...menuIcons])
})
