// Whom a pasted line of a chat asks for, and how many tokens: `id 100375 5k please`. What could be read in two ways is asked about. Pure.
import { invisibleMarks, plainDigits } from '@greenroom/contract/digits'
import { limits } from '@greenroom/contract/limits'
import { aside } from '@greenroom/contract/pastedIds'

/** `unsure`: numbers of which one is the user. */
export type Order = { userId?: number; tokens?: number; unsure?: number[] }

const label = String.raw`(?:(?<![\p{L}\p{N}])(?:user\s?id|uid|id|no|nr|ид|айди|ай-?ди)(?!\p{L})|ايدي|آيدي|معرف|用户|用戶|账号|帳號|号|號|[#@№])\s*(?:[:：=#.-]|是)?\s*`
/** What a number is multiplied by. Before them stand the longer words that begin like them. */
const units: readonly (readonly [words: string, times: number])[] = [
  ['million|millones|milhões|milhão|mn|mio|jt|juta|млн|مليون|m', 1_000_000],
  ['万|萬|w', 10_000],
  ['thousand|тысячи?|тыс|ribu|rb|mil|千|آلاف|ألف|الف|k|к', 1_000],
  ['tokens?|coins?|монет\\p{L}*|токен\\p{L}*|代币|代幣|金币|金幣|コイン|トークン|رمز\\p{L}*|توكن|عملة', 1],
]
const unit = units.map(([words], at) => `(?<unit${at}>${words})`).join('|')
/** Grouped by a sign before exactly three digits, by a space only before zeros; else digits, with decimals where a unit follows. */
const number = String.raw`\d{1,3}(?:(?<sign>[.,'’٬\u00A0\u2009\u202F])\d{3}(?:\k<sign>\d{3})*|(?: 000)+)(?![\d'’]|[.,]\d)|\d+(?:[.,]\d{1,2}(?=\s?(?:${units
  .slice(0, 3)
  .map(([words]) => words)
  .join('|')})))?`
const token = new RegExp(
  String.raw`(?<label>${label})?(?<![\d.,])(?<number>${number})(?:\s?(?:${unit})(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}]))?\.?`,
  'giu',
)

type Read = { value: number; is: 'id' | 'amount' | 'either' }

function readOne({ groups = {} }: RegExpMatchArray): Read | undefined {
  const text = groups['number'] ?? ''
  const at = units.findIndex((_, index) => groups[`unit${index}`] !== undefined)
  const times = units[at]?.[1]
  const isGrouped = /^\d{1,3}(?:[.,'’٬\u00A0\u2009\u202F ]\d{3})+$/u.test(text)
  const plain = isGrouped ? text.replaceAll(/\D/gu, '') : text.replace(',', '.')
  const value = Math.round(Number(plain) * (times ?? 1) * 100) / 100
  if (!Number.isSafeInteger(value) || value < 1 || plain.length > 15) return undefined
  if (groups['label'] !== undefined) return { value, is: 'id' }
  return { value, is: times !== undefined || isGrouped ? 'amount' : 'either' }
}

const isAmount = (value: number, most: number) => value >= limits.sellMin && value <= most && value % 100 === 0

/** Two numbers without a word beside them: the round one within the limits is the amount, if only one is. */
function ofTwo(a: number, b: number, most: number): Order {
  if (isAmount(a, most) === isAmount(b, most)) return { unsure: [a, b] }
  return isAmount(a, most) ? { userId: b, tokens: a } : { userId: a, tokens: b }
}

/** Digits of all scripts; dates, times of day and telephone numbers are passed over. */
export function readOrder(line: string, most: number): Order {
  const text = plainDigits(line.replaceAll(invisibleMarks, ''))
    .replaceAll('，', ' ')
    .normalize('NFKC')
    .replaceAll(aside, ' ')
  const read = [...text.matchAll(token)].flatMap((match) => readOne(match) ?? [])
  const valuesOf = (is: Read['is']) => [...new Set(read.flatMap((one) => (one.is === is ? one.value : [])))]
  const [ids, amounts, either] = [valuesOf('id'), valuesOf('amount'), valuesOf('either')]
  const [userId, tokens, [first, second]] = [ids[0], amounts[0], either]
  if (ids.length > 1) return { unsure: ids }
  if (amounts.length > 1)
    return userId !== undefined ? { userId } : first !== undefined && second === undefined ? { userId: first } : {}
  if (userId !== undefined) {
    const amount = tokens ?? (second === undefined ? first : undefined)
    return { userId, ...(amount !== undefined && { tokens: amount }) }
  }
  if (either.length > 2) return { unsure: either.slice(0, 4) }
  if (tokens !== undefined)
    return second !== undefined ? { tokens, unsure: either } : { tokens, ...(first !== undefined && { userId: first }) }
  if (first === undefined) return {}
  return second === undefined ? { userId: first } : ofTwo(first, second, most)
}
