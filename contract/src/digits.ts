// Digits and marks as keyboards and programs of all scripts write them. Pure.

/** The zeros of decimal digits other than ours: Arabic, Persian, Devanagari, Bengali, Thai, Lao, Myanmar, Khmer, full-width. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0x0ed0, 0x1040, 0x17e0, 0xff10]
const otherDigits = new RegExp(
  `[${zeros.map((zero) => `\\u{${zero.toString(16)}}-\\u{${(zero + 9).toString(16)}}`).join('')}]`,
  'gu',
)

/** The text with digits of other scripts and full-width ones as 0–9; nothing else changes. */
export const plainDigits = (text: string): string =>
  text.replaceAll(otherDigits, (digit) => {
    const point = digit.codePointAt(0)!
    return String(point - zeros.findLast((zero) => zero <= point)!)
  })

/** Marks that show nothing, such as U+200B, U+200E and U+FEFF, which chats and spreadsheets leave around numbers. */
export const invisibleMarks = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu

/** What a person typed as a number, code or phone: plain digits, without marks, full-width signs as plain ones, Arabic signs as `.` and `,`. */
export const plainTyped = (text: string): string =>
  plainDigits(text.replaceAll(invisibleMarks, '')).normalize('NFKC').replaceAll('٫', '.').replaceAll('٬', ',').trim()
