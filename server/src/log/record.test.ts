import { expect, it } from 'vitest'
import { contentOf, lineIn } from './personal.ts'
import { withoutSecrets } from './record.ts'

it('hides secrets at any depth and keeps amounts', () => {
  const row = {
    username: 'ann',
    password_hash: 'x',
    newPassword: 'x',
    google_secret: null,
    token: 'x',
    sessionToken: 'x',
    tokens: 2_000n,
    tokens_per_usd: 100,
    at: new Date('2026-01-01T00:00:00Z'),
    inner: [{ macSecret: 'x', hash: 'x', name: 'kept' }],
  }
  expect(withoutSecrets(row)).toEqual({
    username: 'ann',
    password_hash: '•••',
    newPassword: '•••',
    google_secret: null,
    token: '•••',
    sessionToken: '•••',
    tokens: '2000',
    tokens_per_usd: 100,
    at: '2026-01-01T00:00:00.000Z',
    inner: [{ macSecret: '•••', hash: '•••', name: 'kept' }],
  })
})

it('stores a sentence in both languages and shows the reader’s; other contents are shown unchanged', () => {
  const kept = contentOf({ en: 'Ann (7)\nbanned', cn: '已封禁 Ann (7)' })
  expect([lineIn(kept, 'en'), lineIn(kept, 'cn')]).toEqual(['Ann (7) banned', '已封禁 Ann (7)'])
  expect(lineIn('of old\ntwo lines', 'cn')).toBe('of old\ntwo lines')
})
