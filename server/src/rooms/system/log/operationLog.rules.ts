// Translates between keys, which log rows store, and names, which readers see and type.
import { operations } from '@greenroom/contract/operations'
import type { Language } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Span } from '../../../kit/time.ts'

export type Named = { key: string; names: { en: string; cn: string } }

export const operationNames: Named[] = Object.entries(operations).map(([key, names]) => ({ key, names }))

const byKey = new Map(operationNames.map((named) => [named.key, named.names]))

/** An operation's name; its key if the contract no longer has it. */
export const operationName = (key: string, language: Language): string => byKey.get(key)?.[language] ?? key

/**
 * The keys that match a filter's text: an exact key or name in either language, else all whose name contains it. Without a match, no keys
 * and so no rows.
 */
export function keysNamed(text: string, known: readonly Named[]): string[] {
  const needle = text.toLowerCase()
  const namesOf = ({ key, names }: Named) => [key, names.en, names.cn].map((name) => name.toLowerCase())
  const same = known.filter((named) => namesOf(named).includes(needle))
  const found = same.length > 0 ? same : known.filter((named) => namesOf(named).some((name) => name.includes(needle)))
  return found.map((named) => named.key)
}

/** The menus that match a text; a catalogue means every menu in it (`system` contains `system.role`). */
export function menuKeysNamed(text: string, menus: readonly Named[]): string[] {
  const roots = keysNamed(text, menus)
  const below = menus.map((menu) => menu.key).filter((key) => roots.some((root) => key.startsWith(`${root}.`)))
  return [...new Set([...roots, ...below])]
}

/** The language of a list: Chinese for `cn`, `zh-CN` and the like, else English; by default the caller's. */
export const languageOf = (requested: string | undefined, own: Language): Language =>
  requested === undefined ? own : /^(cn|zh)/i.test(requested) ? 'cn' : 'en'

const shortSearchDays = 31

/**
 * Limits content searches to what the index supports: trigrams. Two characters (often a Chinese word) are searched row by row, within a
 * month; one is refused.
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
