// Server push: one stream per browser with the topics its tabs want. `GET /cms/push?topic=…` sends server-sent events
// to a request with the session's `token` header; refusals use the envelope of every call.
//
// Events, each with JSON `data`: `reset` ({topic}: load again; changes follow from here), `news` ({topic, news}),
// `forbidden` ({topic}: the menu was revoked), `end` ({why}). The browser sends the last id back as `last-event-id` and
// gets the missed events, or `reset` if they are no longer available.
import type { MenuKey } from './screens.ts'

/** Below `/cms`. */
export const pushPath = '/push'

/** Every topic and the menu it requires, at least read-only. */
export const pushTopics = { monitor: { menu: 'live.monitor' } } as const satisfies Record<string, { menu: MenuKey }>
export type PushTopic = keyof typeof pushTopics

/** Why a stream ends permanently: the session is over. A server shutting down just closes the connection. */
export type PushEnd = { why: 'session' }

export type MonitorKey = { kind: 'live' | 'call'; id: string }

/** The changing fields of a tile. Instants are ISO 8601. */
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
  /** New tiles, complete. */
  began: (MonitorKey & MonitorFields & { startedAt: string })[]
  /** Running tiles, changed fields only. */
  changed: (MonitorKey & Partial<MonitorFields>)[]
  ended: MonitorKey[]
}

/** The news of each topic. */
export type PushNews = { monitor: MonitorNews }
