// The actions of the village in chronological order. Actions may plan later ones, so each decides on what is there at its own time.

export type Later = (at: Date, run: () => Promise<unknown>) => void

export type Schedule = {
  /** Plans actions of one part. If one of them fails, it is reported and the part's remaining actions are left out. */
  part(name: string): Later
  /** The time of the next action. */
  next(): Date | undefined
  /** Runs the actions up to this time, those they plan included. */
  run(until: Date): Promise<void>
}

type ScheduledAction = { at: number; part: string; run: () => Promise<unknown> }

/** @param onError by default, a failure ends the run. */
export function openSchedule(
  onError: (error: unknown, part: string) => void = (error) => {
    throw error
  },
): Schedule {
  /** Sorted by time; actions of the same time in the order in which they were planned. */
  let actions: ScheduledAction[] = []
  let reached = Number.NEGATIVE_INFINITY

  return {
    part: (part) => (at, run) => {
      if (at.getTime() < reached) throw new Error(`${part}: an action is planned for the past, ${at.toISOString()}`)
      const place = actions.findIndex((action) => action.at > at.getTime())
      actions.splice(place < 0 ? actions.length : place, 0, { at: at.getTime(), part, run })
    },
    next: () => (actions[0] ? new Date(actions[0].at) : undefined),
    async run(until) {
      for (let action = actions[0]; action && action.at <= until.getTime(); action = actions[0]) {
        actions.shift()
        reached = action.at
        try {
          await action.run()
        } catch (error) {
          const { part } = action
          actions = actions.filter((other) => other.part !== part)
          onError(error, part)
        }
      }
    },
  }
}
