// Masks contact details in text from outside: addresses, numbers and accounts are only shown by a reveal, which is
// logged.

const hidden = '•••'
/** Field names that hold contact details, in any spelling. */
const field = /phone|mobile|e-?mail|account|iban|wechat|whatsapp|telegram|real_?name|password|secret/i
const email = /[^\s"'<>@,:;]+@[^\s"'<>@,:;]+\.[^\s"'<>@,:;]+/gu
const number = /(?<![\w.])\+?\d[\d\s().-]{8,18}\d(?![\w])/gu
/** A field of broken JSON with its value, which may be cut off. */
const broken =
  /("[^"\n]*(?:phone|mobile|e-?mail|account|iban|wechat|whatsapp|telegram|real_?name|password|secret)[^"\n]*"\s*:\s*)("(?:[^"\\]|\\.)*"?|[^,}\]\s]+)/giu

const plain = (text: string): string => text.replace(email, hidden)

/** Masks e-mail addresses anywhere, numbers in prose, and everything under a contact field's name. */
function masked(value: unknown, under: string): unknown {
  if (field.test(under) && value !== null && typeof value !== 'object') return hidden
  if (typeof value === 'string') return /^[\w-]+$/.test(value) ? value : plain(value).replace(number, maskedNumber)
  if (Array.isArray(value)) return value.map((one) => masked(one, under))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, masked(one, field.test(under) ? under : key)]),
  )
}

/** A timestamp has as many digits as a phone number. */
const maskedNumber = (text: string): string => (/^\d{4}-\d{2}-\d{2}/.test(text) ? text : hidden)

/** A received line as it may be stored and shown: without contact details, whether or not it is valid JSON. */
export function withoutContacts(line: string): string {
  let read: unknown
  try {
    read = JSON.parse(line)
  } catch {
    return plain(line.replace(broken, `$1"${hidden}"`)).replace(number, maskedNumber)
  }
  return JSON.stringify(masked(read, ''))
}
