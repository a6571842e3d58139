// Sends requests one after another, in order, with retries while the connection is lost. Waiting ones may be merged.

export type Lane<Job> = {
  push: (job: Job) => void
  /** Removes a request that was never sent. */
  drop: (which: (job: Job) => boolean) => Job[]
  /** All unanswered requests, oldest first. */
  unanswered: () => readonly Job[]
  /** The connection is lost; the first job is being retried. */
  lost: () => boolean
  /** Retries at once. */
  retry: () => void
}

export type LaneOptions<Job> = {
  /** Sends a job and applies its answer; rethrows errors. */
  send: (job: Job) => Promise<void>
  /** Merges two jobs, if equivalent. */
  merge: (first: Job, second: Job) => Job | undefined
  /** A transient error: no answer, or the server is busy. */
  passing: (error: unknown) => boolean
  /** The server refused the whole job; the next one is sent. */
  refused: (job: Job, error: unknown) => void
  /** Schedules sending after a job enters an empty lane: at once, or when idle. */
  begin: (run: () => void) => void
  /** Resolves after this many milliseconds. */
  wait: (milliseconds: number) => Promise<void>
  /** Called when `unanswered` or `lost` may have changed. */
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
