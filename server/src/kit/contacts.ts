// Contact details in what others wrote: an address, a number or an account goes out by a reveal only, which is logged.

const hidden = '•••'
/** Names of fields that hold them, in any spelling. */
const field = /phone|mobile|e-?mail|account|iban|wechat|whatsapp|telegram|real_?name|password|secret/i
const email = /[^\s"'<>@,:;]+@[^\s"'<>@,:;]+\.[^\s"'<>@,:;]+/gu
const number = /(?<![\w.])\+?\d[\d\s().-]{8,18}\d(?![\w])/gu
/** A field of broken JSON with its value, which may be cut off. */
const broken =
  /("[^"\n]*(?:phone|mobile|e-?mail|account|iban|wechat|whatsapp|telegram|real_?name|password|secret)[^"\n]*"\s*:\s*)("(?:[^"\\]|\\.)*"?|[^,}\]\s]+)/giu

const plain = (text: string): string => text.replace(email, hidden)

/** Masks addresses anywhere, numbers in the words of people, and whatever stands under the name of a contact. */
function masked(value: unknown, under: string): unknown {
  if (field.test(under) && value !== null && typeof value !== 'object') return hidden
  if (typeof value === 'string') return /^[\w-]+$/.test(value) ? value : plain(value).replace(number, maskedNumber)
  if (Array.isArray(value)) return value.map((one) => masked(one, under))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, masked(one, field.test(under) ? under : key)]),
  )
}

/** A moment has as many digits as a phone number. */
const maskedNumber = (text: string): string => (/^\d{4}-\d{2}-\d{2}/.test(text) ? text : hidden)

/** A line that came in, as it may be kept and shown: without contact details, whether or not it is JSON. */
export function withoutContacts(line: string): string {
  let read: unknown
  try {
    read = JSON.parse(line)
  } catch {
    return plain(line.replace(broken, `$1"${hidden}"`)).replace(number, maskedNumber)
  }
  return JSON.stringify(masked(read, ''))
}
