// @vitest-environment happy-dom
// Who bans a device reads who is shut out: all accounts seen on it, by name, and how many more.
import { useForm } from '@mantine/form'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signIn, stage, unmount } from '../../../../test/stage.tsx'
import { loadTexts } from '../../../i18n/index.ts'
import banForm from './deviceBanForm.tsx'

beforeEach(async () => {
  await signIn({ 'users.device': 3, 'users.list': 1 })
  await loadTexts(['users'])
})
afterEach(unmount)

const user = (userId: number, nickname: string) => ({ userId, nickname, avatarUrl: '', state: 'normal' as const })
const devices = [
  { deviceId: 'shared', users: 5, newest: [user(1, 'Noura'), user(2, 'Diego')] },
  { deviceId: 'own', users: 1, newest: [user(3, 'Lin')] },
  { deviceId: 'fresh', users: 0, newest: [] },
]

function Form() {
  const form = useForm({ initialValues: banForm.initial as never })
  const Fields = banForm.Fields as React.ComponentType<object>
  return <Fields {...{ form, rows: devices }} />
}

test('each device names its accounts', async () => {
  stage(<Form />)
  const shared = (await screen.findByText(/^5 accounts are banned:/)).textContent
  for (const said of ['Noura', 'Diego', '3 more']) expect(shared).toContain(said)
  expect(screen.getByText(/^1 account is banned:/).textContent).toContain('Lin')
  expect(screen.getAllByText(/accounts? (is|are) banned:/)).toHaveLength(2)
})
