import type { PushNews, PushTopic } from '@greenroom/contract/push'

/** What a tab hears, of the server or of the tab that has the line. */
export type Told =
  | { [T in PushTopic]: { what: 'news'; topic: T; news: PushNews[T] } }[PushTopic]
  /** Read anew: from here on changes are told. */
  | { what: 'reset'; topic: PushTopic }
  | { what: 'forbidden'; topic: PushTopic }
  /** Whether the line to the server stands. */
  | { what: 'line'; up: boolean }
