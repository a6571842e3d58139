import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hashToken, idAt, newDigits, newId, newPassword, newToken, same } from './random.ts'

const moment = fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true })

it('makes ids that sort by time and fall into its span', () => {
  fc.assert(
    fc.property(moment, moment, (a, b) => {
      fc.pre(a.getTime() !== b.getTime())
      expect(newId(a) < newId(b)).toBe(a < b)
      const id = newId(a)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(id >= idAt(a) && id < idAt(new Date(a.getTime() + 1))).toBe(true)
    }),
  )
})

it('makes codes of the requested length, with leading zeros', () => {
  for (let i = 0; i < 500; i++) expect(newDigits(6)).toMatch(/^\d{6}$/)
})

it('makes passwords that pass the rule', () => {
  for (let i = 0; i < 200; i++) expect(newPassword()).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[a-zA-Z0-9]{14}$/)
})

it('compares and hashes tokens', () => {
  const token = newToken()
  expect(token).toHaveLength(43)
  expect(same(hashToken(token), hashToken(token))).toBe(true)
  expect(same(hashToken(token), hashToken(newToken()))).toBe(false)
  expect(same('a', 'ab')).toBe(false)
})
