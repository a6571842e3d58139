import { expect, test } from 'vitest'
import { withoutContacts } from './contacts.ts'

const details = ['13800001234', 'lena@example.com', '6222020200112233445', 'Lena Fischer']

test.each([
  JSON.stringify({ data: { userId: 100_297, phone: { areaCode: '86', number: '13800001234' } } }),
  JSON.stringify({ data: { phone: 13_800_001_234, contact: [{ email: 'lena@example.com' }] } }),
  JSON.stringify({ data: { account: { bank: ['6222020200112233445'], realName: 'Lena Fischer' } } }),
  JSON.stringify({ data: { text: 'write to lena@example.com or +86 138 0000 1234' } }),
  JSON.stringify({ data: { leaderEmail: 'lena@example.com', leader_phone: '13800001234' } }),
  '{"data":{"phone":"13800001234","email":"lena@example.com',
  '{"data":{"phone": 13800001234, "account" : "6222020200112233445"',
  'phone 13800001234, mail lena@example.com',
  '"just 13800001234"',
])('no contact detail is left in %s', (line) => {
  const kept = withoutContacts(line)
  for (const detail of [...details, '138 0000 1234']) expect(kept).not.toContain(detail)
})

test('the reason why a line was rejected stays', () => {
  const line = JSON.stringify({
    id: '01900000-0000-7000-8000-000000000001',
    type: 'user.registered',
    at: '2026-01-31T12:00:00.000Z',
    data: { userId: 100_297, tokens: 12_345_678_901, deviceId: 'a-device-1234567890123', rate: '1.5' },
  })
  expect(withoutContacts(line)).toBe(line)
})
