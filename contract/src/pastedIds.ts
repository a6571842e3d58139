// Ids as people paste them: from a chat, an e-mail, a table or a file. Pure; lists of the server and boxes and filters of the web read
// them with this alone.
import { invisibleMarks, plainDigits } from './digits.ts'

export type Pasted<Id = number> = {
  /** Distinct ids in their first order. */
  ids: Id[]
  /** The number of duplicates dropped. */
  duplicates: number
  /** Words beside ids, such as names, which were passed over. */
  words: string[]
  /** What is no id, though it may have been meant as one, and its line, counted from 1. */
  wrong: { text: string; line: number }[]
}

/** A number in groups of three: `812,345,678`, `812.345.678`, with thin spaces or apostrophes. Ordinary spaces stand between ids. */
const grouped = /(?<![\d.,'’])\d{1,3}(?<sign>[.,'’٬\u00A0\u2007\u2009\u202F])\d{3}(?:\k<sign>\d{3})*(?![\d'’]|[.,]\d)/gu

/** What stands beside ids in mails and tables and is none: dates, times of day, telephone numbers, what an address asks for. */
export const aside = new RegExp(
  `(${[
    String.raw`(?<!\d)\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?!\d)`,
    String.raw`(?<!\d)\d{1,2}[-/.]\d{1,2}[-/.]\d{4}(?!\d)`,
    String.raw`(?<!\d)\d{1,2}:\d{2}(?::\d{2})?(?!\d)`,
    String.raw`\+\d{1,4}(?:[ .()-]{1,2}\d{2,4}){2,4}(?!\d)`,
    String.raw`[?&](?!\w*id=)[\w.]+=[^\s&]*`,
  ].join('|')})`,
  'giu',
)

/** Between ids: spaces, lists' signs of all scripts, brackets, quotes, and what stands between a label and its number. */
const between = /[\s,;、。！？،؛|/\\:=#&?()[\]{}<>"“”„‘’'`「」『』【】《》…·•*~]+/u

/** Scripts that write words without spaces stand directly beside a number: `用户100282的`. */
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]`
const beside = new RegExp(String.raw`(?<=\d)(?=${unspaced})|(?<=${unspaced})(?=\d)`, 'gu')

const lineEnds = /\r\n|[\n\r\u0085\u2028\u2029]/

/** `ID100282`, `uid-100282`, `No.100282`, `@100282`, `100282.` */
const numbered =
  /^(?:@|(?:(?:user|guild|agent|account)?[-_.]?(?:u?id|uid|no|nr)|user|guild|agent)[-_.]?)?0*(\d{1,15})[.!?]*$/iu

const count = (text: string, of: RegExp) => text.match(of)?.length ?? 0

/** A name may hold digits (`luciana99`), and what is mostly digits was meant as an id (`1o0445`); mails and amounts weren't. */
const isWord = (text: string) =>
  count(text, /\p{L}/gu) > count(text, /\d/gu) || /.@./u.test(text) || /^\p{Sc}?\d+\.\d+%?$/u.test(text)

type Read<Id> = { ids: readonly Id[]; text: string } | { text: string; word: boolean }

function gathered<Id>(lines: readonly Read<Id>[][]): Pasted<Id> {
  const found = new Set<Id>()
  const words: string[] = []
  const wrong: Pasted['wrong'] = []
  let read = 0
  for (const [at, line] of lines.entries()) {
    // Without an id in its line a word is no name beside one: somebody may have been meant by it.
    const named = line.some((part) => 'ids' in part)
    for (const part of line)
      if ('ids' in part) {
        read += part.ids.length
        for (const id of part.ids) found.add(id)
      } else if (named && part.word) words.push(part.text)
      else wrong.push({ text: part.text, line: at + 1 })
  }
  return { ids: [...found], duplicates: read - found.size, words, wrong }
}

const hasSign = /[\p{L}\p{N}]/u

function readNumber(text: string): Read<number> {
  const id = Number(numbered.exec(text)?.[1] ?? 0)
  return id > 0 ? { ids: [id], text } : { text, word: isWord(text) }
}

/** A full-width comma stands between ids, never within a number. */
const numbersIn = (text: string): Read<number>[] =>
  text
    .replaceAll('，', ' ')
    .replaceAll(grouped, (number) => number.replaceAll(/\D/gu, ''))
    .normalize('NFKC')
    .replaceAll(beside, ' ')
    .split(between)
    .filter((part) => hasSign.test(part))
    .map(readNumber)

const readLines = (pasted: string): Read<number>[][] =>
  plainDigits(pasted.replaceAll(invisibleMarks, ''))
    .split(lineEnds)
    .map((line) =>
      line.split(aside).flatMap((part, at) => (at % 2 === 1 ? [{ text: part, word: true }] : numbersIn(part))),
    )

/**
 * Numeric ids in a pasted text, whatever separates them; `#100282`, `ID: 100282` and `luciana 100282` are read, digits may be of any
 * script or width and grouped, and invisible marks don't count. What looks like an id and is none is named with its line.
 */
export const readIds = (pasted: string): Pasted => gathered(readLines(pasted))

/** The pasted text without what is wrong or one of these ids; lines left empty are removed. */
export function withoutWords(pasted: string, dropped: ReadonlySet<string>): string {
  return readLines(pasted)
    .map((line) =>
      line.filter((part) => !dropped.has(part.text) && !('ids' in part && dropped.has(String(part.ids[0])))),
    )
    .filter((kept) => kept.length > 0)
    .map((kept) => kept.map(({ text }) => text).join(' '))
    .join('\n')
}

/** The line of an id's first occurrence, counted from 1; 0 if absent. */
export const lineOf = (pasted: string, id: number): number =>
  readLines(pasted).findIndex((line) => line.some((part) => 'ids' in part && part.ids.includes(id))) + 1

/** Between ids that are texts: they may hold signs that separate numbers. */
const betweenRefs = /[\s,;、。，；،؛|()[\]{}<>"“”„‘’'`「」『』【】《》…•]+/u
const label = /^(?:(?:order|withdrawal|id|no|ref|reference|订单号?|提现单?号?|单号|编号)\s*[:：=#＃]|[#＃@])+/iu

/** Ids with a slash between them; a slash may also belong to an id. */
function splitBySlash(text: string): string[] {
  const parts = text.split('/')
  return parts.length > 1 && parts.every((part) => part.length >= 6 && /\d/.test(part)) ? parts : [text]
}

/** Ids that are texts, such as `order-1.tp8m5b.y1d`, of at most `most` characters: exact, besides marks, widths, and labels before them. */
export function readRefs(pasted: string, most = 100): Pasted<string> {
  const lines = pasted
    .replaceAll(invisibleMarks, '')
    .split(lineEnds)
    .map((line) =>
      line
        .normalize('NFKC')
        .split(betweenRefs)
        .flatMap(splitBySlash)
        .map((text) => text.replace(label, '').replace(/[.,!?:]+$/u, ''))
        .filter((text) => hasSign.test(text)),
    )
  const numberedOnes = lines.flat().some((text) => /\d/.test(text))
  return gathered(
    lines.map((line) =>
      line.map(
        (text): Read<string> =>
          text.length <= most && (!numberedOnes || /\d/.test(text))
            ? { ids: [text], text }
            : { text, word: text.length <= most },
      ),
    ),
  )
}
