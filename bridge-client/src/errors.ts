import type { Answer, EventLine } from './events.ts'

/** Greenroom could not be asked, or refused a request as a whole. */
export class BridgeError extends Error {
  override readonly name = 'BridgeError'
  /** The HTTP status, or null when no answer came. */
  readonly status: number | null
  /** Title and detail of the problem body (RFC 9457), when there was one. */
  readonly problem: string
  constructor(status: number | null, problem: string, cause?: unknown) {
    super(status === null ? problem : `Greenroom answered ${status}: ${problem}`, cause === undefined ? {} : { cause })
    this.status = status
    this.problem = problem
  }
}

/** `send` ended before everything was answered. What is in `unanswered` may be sent again as it is: ids are taken once. */
export class SendError extends BridgeError {
  /** Answers to the events before, in order. */
  readonly answers: readonly Answer[]
  readonly unanswered: readonly EventLine[]
  constructor(cause: BridgeError, answers: readonly Answer[], unanswered: readonly EventLine[]) {
    super(cause.status, cause.problem, cause)
    this.answers = answers
    this.unanswered = unanswered
  }
}

/** A command that does not come from Greenroom, or is malformed. */
export class NotACommand extends Error {
  override readonly name = 'NotACommand'
  /** What to answer: 401 for a bad signature, 400 for a body that makes no sense. */
  readonly status: 400 | 401
  constructor(status: 400 | 401, message: string) {
    super(message)
    this.status = status
  }
}
