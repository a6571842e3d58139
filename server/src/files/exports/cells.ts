// Texts of exported cells: no control characters, nothing that a spreadsheet takes for a formula.

/** A spreadsheet's limit for one cell. */
const longest = 32_767

/** Most texts are made of other characters than these: signs, quotes, separators, control characters, halves of pairs. */
const special = /[^ !#-%'()*.-9:?A-Z[-`a-z{}~\xa0-\ud7ff\ue000-\uff0a\uff0c\uff0e-\uff1c\uff1e\uff1f\uff21-\ufffd]/

/** True when a text may need care in some format. */
export const isSpecial = (text: string): boolean => special.test(text)

/** XML knows no control characters but tab and line ends. */
const unprintable = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu

/** A program that splits the file at another character than a comma would begin a cell here. */
const inside = /([;|\t\r\n]\s*)(?=[=+\-@＝＋－＠])/g
const atStart = /^(?:[\t\r\n]|[\s;|]*[=+\-@＝＋－＠])/

/**
 * Text that begins like a formula, after spaces or separators too, gets an apostrophe before it, which spreadsheets show as
 * text (spec: formula injection is defused).
 */
export function defused(text: string): string {
  const cut = text.replace(inside, "$1'")
  return atStart.test(cut) ? `'${cut}` : cut
}

/** A text as a cell holds it. */
export const cleaned = (text: string): string => defused(text.toWellFormed().replace(unprintable, '')).slice(0, longest)
