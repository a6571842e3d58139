import type { ErrorCode } from '@greenroom/contract/errors'
import type { Reasoned } from './reasonTexts.ts'

/** A refused field, and why. */
export type FieldFault = { field: string; message: string } & Reasoned

/** A refusal by the server. `code` is the catalogue's (or 50012, 50014 from the envelope itself). */
export class Refused extends Error {
  readonly code: ErrorCode | (number & {})
  readonly detail: readonly FieldFault[]

  constructor(code: number, message: string, detail: readonly FieldFault[]) {
    super(message)
    this.name = 'Refused'
    this.code = code
    this.detail = detail
  }
}

/** No readable answer: the network failed, or something in front of the server answered. Keeps the error's own message. */
export class Unreachable extends Error {
  /** The HTTP status, if there was one. */
  readonly status: number | undefined
  /** It would create something, and may have done so: sent again unchanged, it is done once. */
  mayBeDone = false

  constructor(message: string, status?: number) {
    super(message)
    this.name = 'Unreachable'
    this.status = status
  }
}

/** An earlier call whose answer was lost, and whose form was changed since, was done: nothing was sent now. */
export class DoneBefore extends Error {
  /** When it was sent, in milliseconds since 1970. */
  readonly sentAt: number

  constructor(sentAt: number) {
    super('An earlier request was done.')
    this.name = 'DoneBefore'
    this.sentAt = sentAt
  }
}

/** True for an aborted call (navigation, a newer search), which shows no message. */
export const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

export const isRefused = (error: unknown, ...codes: number[]): error is Refused =>
  error instanceof Refused && (codes.length === 0 || codes.includes(error.code))
