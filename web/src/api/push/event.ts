import type { PushNews, PushTopic } from '@greenroom/contract/push'

/** An event for a tab, from the server or from the tab with the connection. */
export type PushEvent =
  | { [T in PushTopic]: { what: 'news'; topic: T; news: PushNews[T] } }[PushTopic]
  /** Reload: changes follow from here on. */
  | { what: 'reset'; topic: PushTopic }
  | { what: 'forbidden'; topic: PushTopic }
  /** Whether the connection to the server is open. */
  | { what: 'connection'; up: boolean }
