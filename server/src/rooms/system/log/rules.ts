// Names and keys: log rows keep keys, people read and type names.
import { operations } from '@greenroom/contract/operations'
import type { Language } from '../../../kit/context.ts'
import { refuseBecause } from '../../../kit/refusal.ts'
import type { Span } from '../../../kit/time.ts'

export type Named = { key: string; names: { en: string; cn: string } }

export const operationNames: Named[] = Object.entries(operations).map(([key, names]) => ({ key, names }))

const byKey = new Map(operationNames.map((named) => [named.key, named.names]))

/** What an operation is called; one that the contract no longer knows shows its key. */
export const operationName = (key: string, language: Language): string => byKey.get(key)?.[language] ?? key

/**
 * The keys that a filter's text means: the key or name it is, in either language; where it is none, those whose name
 * holds it. Nothing known by it: no key, and so no row.
 */
export function keysNamed(text: string, known: readonly Named[]): string[] {
  const wanted = text.toLowerCase()
  const namesOf = ({ key, names }: Named) => [key, names.en, names.cn].map((name) => name.toLowerCase())
  const same = known.filter((named) => namesOf(named).includes(wanted))
  const found = same.length > 0 ? same : known.filter((named) => namesOf(named).some((name) => name.includes(wanted)))
  return found.map((named) => named.key)
}

/** The menus a text means; a catalogue means every menu in it (`system` holds `system.role`). */
export function menuKeysNamed(text: string, menus: readonly Named[]): string[] {
  const roots = keysNamed(text, menus)
  const below = menus.map((menu) => menu.key).filter((key) => roots.some((root) => key.startsWith(`${root}.`)))
  return [...new Set([...roots, ...below])]
}

/** The language a list is asked in: `cn`, `zh-CN` and the like, or English; the caller's own when none is named. */
export const languageOf = (asked: string | undefined, own: Language): Language =>
  asked === undefined ? own : /^(cn|zh)/i.test(asked) ? 'cn' : 'en'

const shortSearchDays = 31

/**
 * Holds searches in the content to what the index carries: it knows runs of three characters. Two (a Chinese word, often)
 * are searched row by row, within a month; one is refused.
 *
 * @throws Refusal 10009
 */
export function checkContentSearch(content: string | undefined, span: Span, now: Date): void {
  if (content === undefined) return
  const { length } = content
  if (length < 2) throw refuseBecause(10009, 'logContent', 'log.searchShort')
  if (length > 2) return
  const from = span.from?.getTime() ?? Number.NEGATIVE_INFINITY
  const to = (span.to ?? now).getTime()
  if (to - from > (shortSearchDays + 1) * 86_400_000)
    throw refuseBecause(10009, 'logContent', 'log.search', { days: shortSearchDays })
}
