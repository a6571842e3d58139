import { languages } from '@greenroom/contract/languages'
import { expect, test } from 'vitest'
import type { Person } from '../members/members.rules.ts'
import { joinPage } from './inviteLink.page.ts'
import { askedOf } from './inviteLink.rules.ts'

const person = (of: Partial<Person> = {}): Person => ({
  sex: 'woman',
  banned: false,
  marketAudit: false,
  internal: false,
  certified: true,
  birthday: '1999-01-01',
  phone: '13800000000',
  hasCover: true,
  leads: null,
  memberships: [],
  ...of,
})
const asked = (of: Partial<Person>) => askedOf(person(of), 7, '2026-11-30')

test('what is missing is named; why somebody cannot be invited at all is not', () => {
  expect(asked({})).toEqual({ state: 'ready', missing: [] })
  expect(asked({ phone: '', hasCover: false, certified: false })).toEqual({
    state: 'missing',
    missing: ['certificate', 'phone', 'cover'],
  })
  expect(asked({ birthday: null })).toEqual({ state: 'missing', missing: ['certificate'] })
  for (const of of [{ banned: true }, { sex: 'man' }, { internal: true }, { birthday: '2010-01-01' }, { leads: 8 }])
    expect(asked({ ...of, phone: '' })).toEqual({ state: 'cannot', missing: [] })
  expect(asked({ memberships: [{ guildId: 8, state: 'active' }] })).toEqual({ state: 'cannot', missing: [] })
  expect(asked({ memberships: [{ guildId: 7, state: 'invited' }], phone: '' }).state).toBe('invited')
  expect(asked({ memberships: [{ guildId: 7, state: 'leaving' }] }).state).toBe('joined')
  expect(asked({ memberships: [{ guildId: 7, state: 'left' }] }).state).toBe('ready')
})

test.each(languages)('the page is whole in %s, and a name is no markup', (language) => {
  for (const state of ['form', 'again', 'sent', 'gone', 'busy'] as const) {
    const page = joinPage(state, '<b>$& Stars', language)
    expect(page).not.toMatch(/<b>|\{\{|undefined/)
    if (state === 'form') expect(page).toContain('&#60;b&#62;$&#38; Stars')
  }
})
