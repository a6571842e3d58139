// What the reviewer did last on a desk.

export type LastAct = {
  /** The whole sentence, made from the answer: `Withdrawal passed: $10.00 of Dewi2009 (100202)`. */
  text: string
  tone: 'good' | 'bad' | 'waiting'
  undo?: Undo
}

/** Decisions that take effect later can be undone for so long. */
export const undoSeconds = 10

/** How it can be taken back, and until when. `run` replaces the act by what came of it. */
export type Undo = {
  /** By the platform's clock, in milliseconds. */
  until: number
  /** By this machine's clock, in milliseconds: from when on the time drains. */
  since: number
  run: () => Promise<unknown>
}

/** An undo until the moment that the server answered. */
export const undoUntil = (moment: string, run: Undo['run']): Undo => ({
  until: Date.parse(moment),
  since: Date.now(),
  run,
})
