// @vitest-environment happy-dom
// Input outside of forms outlives a reload, for its author, until it was answered.
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signIn, stage, unmount } from '../../test/stage.tsx'
import { useKeptInput } from './keptInput.ts'
import { clearSession } from './session.ts'

beforeEach(() => signIn())
afterEach(unmount)

function Fields() {
  const [text, setText, answered] = useKeptInput('test:1', '')
  return (
    <>
      <input aria-label="Text" value={text} onChange={(event) => setText(() => event.target.value)} />
      <button type="button" onClick={answered}>
        sent
      </button>
    </>
  )
}
const shown = () => screen.getByLabelText<HTMLInputElement>('Text').value

test('what was typed is there again until it was answered, and only for its author', async () => {
  const first = stage(<Fields />)
  await first.user.type(screen.getByLabelText('Text'), '100282')
  first.unmount()
  const second = stage(<Fields />)
  expect(shown()).toBe('100282')
  second.unmount()
  clearSession()
  const other = stage(<Fields />)
  expect(shown()).toBe('')
  other.unmount()
  await signIn()
  const third = stage(<Fields />)
  expect(shown()).toBe('100282')
  await third.user.click(screen.getByRole('button', { name: 'sent' }))
  expect(shown()).toBe('')
  third.unmount()
  stage(<Fields />)
  expect(shown()).toBe('')
})
