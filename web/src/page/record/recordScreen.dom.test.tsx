// @vitest-environment happy-dom
// The screen of a declared record: columns, filters, actions and the form follow from the declaration.
import { countryCalls, versionCalls } from '@greenroom/contract/systemRecords'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer, Refuse, signIn, stage, unmount } from '../../../test/stage.tsx'
import VersionList from '../../rooms/system/AppVersionList.tsx'
import CountryList from '../../rooms/system/CountryList.tsx'

const austria = {
  code: 'AT',
  code3: 'AUT',
  names: { en: 'Austria', cn: '奥地利' },
  diallingCode: '+43',
  currency: 'EUR',
  region: 'Europe',
  sort: 14,
  enabled: true,
  version: 3,
  can: { update: true, enable: 'already', disable: true },
} as const
const page = <T,>(records: T[]) => ({ records, current: 1, size: 20, total: records.length, pages: 1 }) as never

beforeEach(() => signIn({ 'system.country': 3, 'system.version': 3 }, '/sys/country'))
afterEach(unmount)

test('a list shows its fields with their names, formatted by kind', async () => {
  answer(countryCalls.list, () => page([austria]))
  stage(<CountryList />)
  const row = await screen.findByRole('row', { name: /Austria/ })
  // As many columns as fit the test's small window, the one that sorts among them.
  for (const text of ['奥地利', 'AT · AUT', '+43', '14']) expect(row.textContent).toContain(text)
  for (const name of ['English name', 'Chinese name', 'Code', 'Sort'])
    expect(screen.getAllByRole('columnheader', { name: new RegExp(`^${name}`) })).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Add country' })).toBeNull()
})

test('its form sends the declared fields, with the version that was edited', async () => {
  await signIn({ 'system.country': 3 }, '/sys/country?drawer=edit:AT')
  let sent: unknown
  answer(countryCalls.list, () => page([austria]))
  answer(countryCalls.update, ({ payload }) => {
    sent = payload
    return {}
  })
  const { user } = stage(<CountryList />)
  const form = await screen.findByRole('dialog', { name: 'Edit country: Austria' })
  const region = await within(form).findByLabelText(/Region/)
  await user.clear(region)
  await user.type(region, 'Western Europe')
  await user.click(within(form).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent).toEqual({
      code: 'AT',
      version: '3',
      nameEn: 'Austria',
      nameCn: '奥地利',
      diallingCode: '+43',
      currency: 'EUR',
      region: 'Western Europe',
      sort: '14',
    }),
  )
})

test('input refused by the declaration is never sent, and a server refusal is shown under its field', async () => {
  await signIn({ 'system.version': 3 }, '/sys/version?drawer=add')
  let calls = 0
  answer(versionCalls.list, () => page([]))
  answer(versionCalls.save, () => {
    calls++
    return new Refuse(10027, [{ field: 'build', message: 'taken' }])
  })
  const { user } = stage(<VersionList />)
  const form = await screen.findByRole('dialog', { name: 'Add version' })
  const fill = async (name: RegExp, text: string) => user.type(await within(form).findByLabelText(name), text)
  await fill(/^App/, 'Greenroom')
  await fill(/^Build/, '12')
  await fill(/^Name/, 'two')
  await fill(/^Update address/, 'https://example.com/app')
  await fill(/new/, 'Faster.')
  await user.click(within(form).getByRole('button', { name: 'Save' }))
  await within(form).findByText('A version such as 2.14.0.')
  expect(calls).toBe(0)
  await user.clear(within(form).getByLabelText(/^Name/))
  await fill(/^Name/, '2.0')
  await user.click(within(form).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(calls).toBe(1))
  await waitFor(() =>
    expect(
      within(form)
        .getByLabelText(/^Build/)
        .getAttribute('aria-invalid'),
    ).toBe('true'),
  )
})
