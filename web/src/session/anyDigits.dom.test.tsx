// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import './anyDigits.ts'

function Field({ mode }: { mode: 'numeric' | 'text' }) {
  const [value, setValue] = useState('')
  return <input inputMode={mode} value={value} onChange={(event) => setValue(event.currentTarget.value)} />
}

/** As a browser does: what nobody prevents is inserted. */
function type(field: HTMLInputElement, data: string) {
  const isKept = fireEvent(
    field,
    new InputEvent('beforeinput', { bubbles: true, cancelable: true, data, inputType: 'insertText' }),
  )
  if (isKept) fireEvent.input(field, { target: { value: field.value + data } })
}

test.each([
  ['Arabic', '١٠٠٠١٢', '100012'],
  ['Persian', '۲۰۰۰', '2000'],
  ['full-width', '５００', '500'],
  ['an Arabic amount', '١٬٢٥٠٫٥٠', '1,250.50'],
  ['plain', '42', '42'],
])('%s digits are digits in a field of numbers', (_, typed, read) => {
  render(<Field mode="numeric" />)
  const field = screen.getByRole<HTMLInputElement>('textbox')
  type(field, typed)
  expect(field.value).toBe(read)
  type(field, typed)
  expect(field.value).toBe(read + read)
})

test('what is no field of numbers keeps its digits', () => {
  render(<Field mode="text" />)
  const field = screen.getByRole<HTMLInputElement>('textbox')
  type(field, '٢٠٠٠')
  expect(field.value).toBe('٢٠٠٠')
})
