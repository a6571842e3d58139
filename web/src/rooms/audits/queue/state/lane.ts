// Sends one thing after another, in order, and again when the connection was lost. What waits may be put together.

export type Lane<Job> = {
  push: (job: Job) => void
  /** Takes out what has not been sent yet, not even once. */
  drop: (which: (job: Job) => boolean) => Job[]
  /** Everything that has not been answered, oldest first. */
  unanswered: () => readonly Job[]
  /** The connection did not answer, and the first job is tried again by and by. */
  lost: () => boolean
  /** Tries again at once. */
  retry: () => void
}

export type LaneOptions<Job> = {
  /** Sends a job and takes its answer in; throws what the sending threw. */
  send: (job: Job) => Promise<void>
  /** Both as one job, where that is the same. */
  merge: (first: Job, second: Job) => Job | undefined
  /** An error that goes by itself: nobody answered, or the server was busy. */
  passing: (error: unknown) => boolean
  /** The server said no to the whole job; the next one is sent. */
  refused: (job: Job, error: unknown) => void
  /** Begins to send what was put into an empty lane: at once, or when there is nothing better to do. */
  begin: (run: () => void) => void
  /** Resolves after so many milliseconds. */
  wait: (milliseconds: number) => Promise<void>
  /** Told when `unanswered` or `lost` may have changed. */
  changed: () => void
}

const pauses = { first: 500, longest: 8_000 }

/** @see LaneOptions for what it does with a job. */
export function openLane<Job>(options: LaneOptions<Job>): Lane<Job> {
  const queue: Job[] = []
  let current: Job | undefined
  let lost = false
  let pause = pauses.first
  let wake: (() => void) | undefined
  let running = false

  const take = (): Job | undefined => {
    let first = queue.shift()
    while (first !== undefined && queue[0] !== undefined) {
      const both = options.merge(first, queue[0])
      if (both === undefined) break
      first = both
      queue.shift()
    }
    return first
  }

  /** True once the job is answered, whatever the answer. */
  const tried = async (job: Job): Promise<boolean> => {
    try {
      await options.send(job)
      return true
    } catch (error) {
      if (options.passing(error)) return false
      options.refused(job, error)
      return true
    }
  }

  const run = async () => {
    if (running) return
    running = true
    for (current = take(); current !== undefined; current = take()) {
      options.changed()
      while (!(await tried(current))) {
        lost = true
        options.changed()
        await Promise.race([options.wait(pause), new Promise<void>((resolve) => (wake = resolve))])
        pause = Math.min(pauses.longest, pause * 2)
      }
      lost = false
      pause = pauses.first
    }
    running = false
    options.changed()
  }

  return {
    push: (job) => {
      queue.push(job)
      if (!running) options.begin(() => void run())
      options.changed()
    },
    drop: (which) => {
      const dropped = queue.filter(which)
      for (const job of dropped) queue.splice(queue.indexOf(job), 1)
      if (dropped.length > 0) options.changed()
      return dropped
    },
    unanswered: () => (current === undefined ? queue : [current, ...queue]),
    lost: () => lost,
    retry: () => {
      pause = pauses.first
      wake?.()
    },
  }
}
