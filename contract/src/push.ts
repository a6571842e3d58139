// What the server tells by itself: one stream a browser, of the topics that its tabs want. `GET /cms/push?topic=…` answers
// server-sent events to whoever sends the session's `token` header; refusals come in the envelope of every call.
//
// Events, each with `data` in JSON: `reset` ({topic}: read anew, from here on changes are told), `news` ({topic, news}),
// `forbidden` ({topic}: the menu is gone), `end` ({why}). Their ids go back as `last-event-id`, so that what was missed is
// told, or `reset` where it is too late for that.
import type { MenuKey } from './screens.ts'

/** Below `/cms`. */
export const pushPath = '/push'

/** Every topic and the menu that it needs, read-only or more. */
export const pushTopics = { monitor: { menu: 'live.monitor' } } as const satisfies Record<string, { menu: MenuKey }>
export type PushTopic = keyof typeof pushTopics

/** Why a stream ends for good: the session is over. A server that closes ends it without a word. */
export type PushEnd = { why: 'session' }

export type MonitorKey = { kind: 'live' | 'call'; id: string }

/** What of a tile is told; the rest of it never changes. Instants are ISO 8601. */
export type MonitorFields = {
  viewers: number
  riskScore: number
  labels: string[]
  snapshotUrl: string
  snapshotAt: string | null
  warnings: number
  warnedAt: string | null
  reportCount: number
}

export type MonitorNews = {
  /** What began, whole. */
  began: (MonitorKey & MonitorFields & { startedAt: string })[]
  /** What goes on, with what is new of it alone. */
  changed: (MonitorKey & Partial<MonitorFields>)[]
  ended: MonitorKey[]
}

/** What each topic tells. */
export type PushNews = { monitor: MonitorNews }
