// @vitest-environment happy-dom
// A refused password stands once, beside its field, and the input stays.
import { passwordChange } from '@greenroom/contract/access'
import { codes } from '@greenroom/contract/errors'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, Refuse, signIn, stage, unmount } from '../../../../test/stage.tsx'
import { loadTexts } from '../../../i18n/index.ts'
import PasswordDialog from './PasswordDialog.tsx'

beforeEach(async () => {
  await signIn()
  await loadTexts(['shell'])
})
afterEach(unmount)

test.each([codes.wrongAccountOrPassword, codes.passwordTooSimple])('refusal %s', async (code) => {
  answer(passwordChange, () => new Refuse(code))
  stage(<PasswordDialog opened onClose={vi.fn()} />)
  const [old, fresh, again] = await waitFor(() => {
    const found = [...document.body.querySelectorAll<HTMLInputElement>('input')]
    expect(found).toHaveLength(3)
    return found
  })
  fireEvent.change(old!, { target: { value: 'before' } })
  for (const field of [fresh!, again!]) fireEvent.change(field, { target: { value: 'Aft3r!after' } })
  fireEvent.submit(old!.form!)
  const text = await waitFor(() => {
    const faults = [...document.body.querySelectorAll('[class*="InputWrapper-error"]')]
    expect(faults).toHaveLength(1)
    return faults[0]!.textContent!
  })
  expect(screen.getAllByText(text)).toHaveLength(1)
  expect(fresh!.value).toBe('Aft3r!after')
})
