// @vitest-environment happy-dom
// Drafts: input outlives the form, for its author, until it is sent.
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signIn, stage, unmount } from '../../test/stage.tsx'
import { hasDraft, useDraft } from './draft.ts'
import { clearSession } from './session.ts'

beforeEach(() => signIn())
afterEach(unmount)

function Form() {
  const form = useForm({ initialValues: { name: '', password: '' } })
  const draft = useDraft('system.test:1', form as never, ['password'] as never)
  return (
    <>
      <TextInput label="Name" {...form.getInputProps('name')} />
      <TextInput label="Password" {...form.getInputProps('password')} />
      {draft.restored && <p>restored</p>}
      <button type="button" onClick={() => draft.clear()}>
        sent
      </button>
    </>
  )
}
const name = () => screen.getByLabelText<HTMLInputElement>('Name')
const password = () => screen.getByLabelText<HTMLInputElement>('Password')

test('input is restored when the form is opened again, except secrets', async () => {
  const first = stage(<Form />)
  expect(hasDraft('system.test:1')).toBe(false)
  await first.user.type(name(), 'Aurora')
  await first.user.type(password(), 's3cret')
  first.unmount()
  expect(hasDraft('system.test:1')).toBe(true)
  expect(
    Object.keys(sessionStorage)
      .map((key) => sessionStorage.getItem(key))
      .join(),
  ).not.toContain('s3cret')
  stage(<Form />)
  expect(name().value).toBe('Aurora')
  expect(password().value).toBe('')
  expect(screen.getByText('restored')).toBeTruthy()
})

test('sent input is not restored, later input is', async () => {
  const first = stage(<Form />)
  await first.user.type(name(), 'Aurora')
  await first.user.click(screen.getByText('sent'))
  first.unmount()
  expect(hasDraft('system.test:1')).toBe(false)
  const second = stage(<Form />)
  await second.user.type(name(), 'Borealis')
  await second.user.click(screen.getByText('sent'))
  await second.user.type(name(), '!')
  second.unmount()
  stage(<Form />)
  expect(name().value).toBe('Borealis!')
})

test('another account in this tab finds nothing', async () => {
  const first = stage(<Form />)
  await first.user.type(name(), 'Aurora')
  first.unmount()
  act(() => clearSession())
  await signIn({}, '/', 8)
  stage(<Form />)
  expect(name().value).toBe('')
})
