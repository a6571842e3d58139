import { expect, test } from 'vitest'
import { guildPath } from './guildPath.ts'

test.each([
  ['Aurora', 'Aurora'],
  ['A/B', 'A%2FB'],
  ['50% off.co', '50%25%20off.co'],
  ['..', '-'],
  ['.', '-'],
  ['星光', '%E6%98%9F%E5%85%89'],
])('the page of %s', (name, segment) => {
  const path = guildPath({ guildId: 7, name })
  expect(path).toBe(`/sociaty/SociatyManageDetail/7/${segment}/7`)
  expect(new URL(path, 'https://example.com').pathname).toBe(path)
})
