// @vitest-environment happy-dom
// Digits of any script in fields of numbers, as a keyboard gives them or a paste.
import { afterEach, expect, test } from 'vitest'
import './anyDigits.ts'

afterEach(() => document.body.replaceChildren())

function field(attributes: Partial<Pick<HTMLInputElement, 'inputMode' | 'type' | 'value' | 'readOnly'>>) {
  const input = Object.assign(document.createElement('input'), attributes)
  if (attributes.inputMode) input.setAttribute('inputmode', attributes.inputMode)
  document.body.append(input)
  const heard: (string | null)[] = []
  input.addEventListener('input', (event) => heard.push((event as InputEvent).data))
  input.setSelectionRange(input.value.length, input.value.length)
  return { input, heard }
}

/** What the browser does: it asks, and writes the text itself unless it was prevented. */
function type(input: HTMLInputElement, data: string, inputType = 'insertText') {
  const asks = new InputEvent('beforeinput', { bubbles: true, cancelable: true, data, inputType })
  if (!input.dispatchEvent(asks)) return
  input.setRangeText(data, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end')
}

test.each([
  ['Arabic', '٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['Persian', '۱۲۳', '123'],
  ['Devanagari', '४५', '45'],
  ['full-width', '６７', '67'],
  ['an Arabic amount with both of its signs', '١٬٢٣٤٫٥', '1,234.5'],
])('%s digits are plain ones', (_, typed, plain) => {
  for (const attributes of [
    { inputMode: 'numeric' },
    { inputMode: 'decimal' },
    { inputMode: 'tel' },
    { type: 'tel' },
  ]) {
    const { input, heard } = field(attributes)
    type(input, typed)
    expect(input.value).toBe(plain)
    // Forms hear of it as of any key.
    expect(heard).toEqual([plain])
  }
})

test('what is pasted replaces what is selected', () => {
  const { input } = field({ inputMode: 'numeric', value: '1999' })
  input.setSelectionRange(1, 3)
  type(input, '٢٠', 'insertFromPaste')
  expect(input.value).toBe('1209')
})

test('plain digits, other fields and read-only ones are left to the browser', () => {
  const plain = field({ inputMode: 'numeric' })
  type(plain.input, '12')
  expect(plain.heard).toEqual([])
  const name = field({ type: 'text' })
  type(name.input, '١٢')
  expect(name.input.value).toBe('١٢')
  const fixed = field({ inputMode: 'numeric', value: '5', readOnly: true })
  const asks = new InputEvent('beforeinput', { bubbles: true, cancelable: true, data: '٧' })
  expect(fixed.input.dispatchEvent(asks)).toBe(true)
  expect(fixed.input.value).toBe('5')
})
