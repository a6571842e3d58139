// Calls about guilds and agents refuse staff who lead or are one of them, also when a bulk job or the simulated app runs the call.
import { refuseOwn } from '../access/index.ts'
import type { Served } from '../kit/calls/serve.ts'

/** The call, refused before it changes anything if it is about the caller's own guild or agent. */
export const notOwn = (served: Served): Served => {
  const { concerns } = served
  if (!concerns) return served
  return {
    ...served,
    handle: async (context, payload) => {
      await refuseOwn(context, () => concerns(context.database, payload))
      return served.handle(context, payload)
    },
  }
}
