// A push topic: what is polled while someone listens, and the news computed from changes.
import type { PushNews, PushTopic } from '@greenroom/contract/push'

/** A poller: changes since the last poll, as JSON; null if there are none. */
export type Watch = { look(): Promise<string | null> }

export type Topic = {
  name: PushTopic
  /** Reads the initial state; later polls compare with it. */
  begin(): Promise<Watch>
}

/**
 * Defines a topic.
 *
 * @param read returns the current state, in one query for all listeners.
 * @param changes the news between two states, null if there is none. Pure.
 */
export const defineTopic = <N extends PushTopic, S>(
  name: N,
  read: () => Promise<S>,
  changes: (before: S, after: S) => PushNews[N] | null,
): Topic => ({
  name,
  begin: async () => {
    let before = await read()
    return {
      look: async () => {
        const after = await read()
        const news = changes(before, after)
        before = after
        return news === null ? null : JSON.stringify(news)
      },
    }
  },
})
