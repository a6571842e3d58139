// Bidirectional isolation of names inside a sentence.
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const controls = /[\u202a-\u202e\u2066-\u2069]/g
/** Nothing to do in a text without any of these, as most names are. */
const special = /[\u0590-\u08ff\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/
const isolates = /\u2068[^\u202a-\u202e\u2066-\u2069]*\u2069/g

/**
 * A name for use in a sentence. Right-to-left names are isolated and lose their own direction marks, so that they can't
 * reorder the words and numbers around them. Text that is already isolated is left as it is.
 */
export function isolated(text: string): string {
  if (!special.test(text)) return text
  const open = text.replace(isolates, '')
  if (open.search(controls) < 0 && !rightToLeft.test(open)) return text
  const plain = text.replace(controls, '')
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain
}
