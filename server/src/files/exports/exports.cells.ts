// Text of exported cells: no control characters, no formula injection.

/** Spreadsheet limit for one cell. */
const longest = 32_767

/** Characters that may need care (signs, quotes, separators, control characters, surrogates); most texts have none. */
const special = /[^ !#-%'()*.-9:?A-Z[-`a-z{}~\xa0-\ud7ff\ue000-\uff0a\uff0c\uff0e-\uff1c\uff1e\uff1f\uff21-\ufffd]/

/** True if some format may need to escape the text. */
export const isSpecial = (text: string): boolean => special.test(text)

/** XML allows no control characters except tab and line ends. */
const unprintable = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu

/** A program that splits the file at another separator would start a cell here. */
const inside = /([;|\t\r\n]\s*)(?=[=+\-@＝＋－＠])/g
const atStart = /^(?:[\t\r\n]|[\s;|]*[=+\-@＝＋－＠])/
/** Written for nothing: no formula. */
const dashes = /^-+$/

/**
 * Text that begins like a formula, even after spaces or separators, gets a leading apostrophe, which spreadsheets show
 * as text (spec: formula injection is defused).
 */
export function escapeFormula(text: string): string {
  if (dashes.test(text)) return text
  const cut = text.replace(inside, "$1'")
  return atStart.test(cut) ? `'${cut}` : cut
}

/** Text without what a file cannot contain, for cells that are declared as text. */
export const printable = (text: string): string => text.toWellFormed().replace(unprintable, '').slice(0, longest)

/** Text of a cell whose program may read it as a formula. */
export const cleaned = (text: string): string => escapeFormula(printable(text)).slice(0, longest)
