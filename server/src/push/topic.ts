// A topic of the push: what is read while somebody listens, and what is told of how it changed.
import type { PushNews, PushTopic } from '@greenroom/contract/push'

/** One that looks: what is new since it looked last, as JSON; null where nothing is. */
export type Watch = { look(): Promise<string | null> }

export type Topic = {
  name: PushTopic
  /** Reads how it is now; what changes from there is told. */
  begin(): Promise<Watch>
}

/**
 * Defines a topic.
 *
 * @param read answers how it is now: one query, for all who listen.
 * @param changes what is told of the way from one to the other, null where nothing is. Pure.
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
