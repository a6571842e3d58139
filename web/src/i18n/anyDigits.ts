// Digits as the keyboards of all scripts write them are digits in every field of numbers: ids, amounts, codes, phones. What such a field gets
// typed or pasted is written as 0–9, so that no form and no library of fields has to know about them. Loaded after the first page.
import { plainDigits } from '@greenroom/contract/digits'

/** Fields whose keyboard has digits. */
const ofNumbers = 'input:is([inputmode="numeric"], [inputmode="decimal"], [inputmode="tel"], [type="tel"])'

/** An Arabic or Persian decimal or grouping sign in a number is the one that the field knows. */
const plain = (text: string) => plainDigits(text).replaceAll('٫', '.').replaceAll('٬', ',')

function beforeInput(event: InputEvent): void {
  const { target, data, inputType } = event
  if (!(target instanceof HTMLInputElement) || data === null || !target.matches(ofNumbers)) return
  const text = plain(data)
  if (text === data || target.readOnly) return
  const [start, end] = [target.selectionStart, target.selectionEnd]
  if (start === null || end === null) return
  event.preventDefault()
  // Not by `value`, of which React would notice nothing.
  target.setRangeText(text, start, end, 'end')
  target.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType }))
}

addEventListener('beforeinput', beforeInput, true)
