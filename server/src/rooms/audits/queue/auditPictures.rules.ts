// Which picture is requested, and who may see it. Pure.
import type { MenuKey } from '@greenroom/contract/screens'
import { auditKinds } from '@greenroom/contract/statesAndKinds'

export type PictureRequest = { kind: (typeof auditKinds)[number]; id: string; index: number }

const isKind = (text: unknown): text is PictureRequest['kind'] => (auditKinds as readonly unknown[]).includes(text)

/** Parses the query string; null if it is invalid. */
export function requestOf(query: Record<string, unknown>): PictureRequest | null {
  const { kind, id, index } = query
  if (!isKind(kind) || typeof id !== 'string' || id === '' || id.length > 64 || id.includes('\0')) return null
  if (typeof index !== 'string' || !/^\d{1,3}$/.test(index)) return null
  return { kind, id, index: Number(index) }
}

/** Menus that show submissions of every queue: the log, disagreements, a user's page. */
const ofAllKinds: readonly MenuKey[] = ['audits.log', 'audits.quality', 'users.list']

/** Menus that show pictures of a kind; a user's page also shows evidence of reports. */
export const menusFor = (kind: PictureRequest['kind']): MenuKey[] =>
  kind === 'report' ? ['audits.report', 'users.list'] : [`audits.${kind}`, ...ofAllKinds]

/** True if one of the menus shows items of every kind. */
export const showsAllKinds = (menus: readonly MenuKey[]): boolean => menus.some((menu) => ofAllKinds.includes(menu))
