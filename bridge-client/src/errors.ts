import type { Answer, EventLine } from './events.ts'

/** Greenroom is unreachable, or refused a whole request. */
export class BridgeError extends Error {
  override readonly name = 'BridgeError'
  /** The HTTP status, or null without an answer. */
  readonly status: number | null
  /** Title and detail of the problem body (RFC 9457), if there was one. */
  readonly problem: string
  /** Greenroom's code of a 401 (`clock`, `signature`, `headers`) or 503 (`database`, `disk`, `stopped` and so on); null if a proxy answered. */
  readonly code: string | null
  constructor(status: number | null, problem: string, more: { cause?: unknown; code?: string | null } = {}) {
    super(
      status === null ? problem : `Greenroom answered ${status}: ${problem}`,
      more.cause === undefined ? {} : { cause: more.cause },
    )
    this.status = status
    this.problem = problem
    this.code = more.code ?? null
  }
}

/** `send` ended before everything was answered. `unanswered` may be sent again unchanged: ids are taken once. */
export class SendError extends BridgeError {
  /** Answers to the earlier events, in order. */
  readonly answers: readonly Answer[]
  readonly unanswered: readonly EventLine[]
  constructor(cause: BridgeError, answers: readonly Answer[], unanswered: readonly EventLine[]) {
    super(cause.status, cause.problem, { cause, code: cause.code })
    this.answers = answers
    this.unanswered = unanswered
  }
}

/** Not a valid command from Greenroom. */
export class NotACommand extends Error {
  override readonly name = 'NotACommand'
  /** What to answer: 401 for a bad signature, 400 for an invalid body. */
  readonly status: 400 | 401
  constructor(status: 400 | 401, message: string) {
    super(message)
    this.status = status
  }
}
