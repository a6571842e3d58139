// Names of any script inside a sentence of another.
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const controls = /[\u202a-\u202e\u2066-\u2069]/g
const isolates = /\u2068[^\u202a-\u202e\u2066-\u2069]*\u2069/g

/**
 * A name for use in a sentence: isolated where it runs from right to left, and without direction marks of its own, so
 * that it can't turn the words and numbers around it. What is isolated already, such as the names in a whole sentence,
 * stays.
 */
export function isolated(text: string): string {
  const open = text.replace(isolates, '')
  if (open.search(controls) < 0 && !rightToLeft.test(open)) return text
  const plain = text.replace(controls, '')
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain
}
