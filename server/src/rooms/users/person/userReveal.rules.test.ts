import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fullContact, maskedEmail, maskedPhone } from './userReveal.rules.ts'

const contact = { area_code: '86', phone: '13800001234', email: 'li.lei@example.com' }

test('masked and full', () => {
  expect(maskedPhone(contact)).toBe('+86 138****1234')
  expect(maskedPhone({ ...contact, area_code: '' })).toBe('138****1234')
  expect(maskedEmail(contact)).toBe('l****@example.com')
  expect(maskedEmail({ ...contact, email: 'l@example.com' })).toBe('****@example.com')
  expect(fullContact(contact, 'phone')).toBe('+86 13800001234')
  expect(fullContact(contact, 'email')).toBe('li.lei@example.com')
})

test('empty stays empty', () => {
  const none = { area_code: '86', phone: '', email: '' }
  expect([maskedPhone(none), maskedEmail(none), fullContact(none, 'phone'), fullContact(none, 'email')]).toEqual([
    '',
    '',
    '',
    '',
  ])
})

test('a masked value never reveals the full one', () => {
  const digits = fc.stringMatching(/^\d{4,15}$/)
  fc.assert(
    fc.property(digits, fc.emailAddress(), (phone, email) => {
      const known = { area_code: '1', phone, email }
      expect(maskedPhone(known)).not.toContain(phone)
      // Exactly the first letter of a longer name and the domain. "Does not contain the full value" would be a wrong check: a name may be
      // an asterisk.
      const [name = '', domain] = email.split('@')
      expect(maskedEmail(known)).toBe(`${name.length > 1 ? name[0] : ''}****@${domain}`)
    }),
  )
})
