// Recognises errors of an unreachable or unusable database, which the request did not cause.
import { setTimeout as sleep } from 'node:timers/promises'

const unreachable = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH 57P01 57P02 57P03 53300'.split(
    ' ',
  ),
)

/** The driver's messages, without a code, for a broken or failed connection. */
const brokenOff =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired)/

/** True if nothing answers, or the connection broke. */
export const isUnreachable = (error: unknown): boolean => {
  const { code, message, syscall } = error as { code?: unknown; message?: unknown; syscall?: unknown }
  // A socket's folder may be missing while its server is down.
  if (code === 'ENOENT') return syscall === 'connect'
  if (typeof code === 'string') return unreachable.has(code) || code.startsWith('08')
  return typeof message === 'string' && brokenOff.test(message)
}

/** True if a smaller request would fail too: unreachable, out of disk or memory, read-only. */
export const isServersFault = (error: unknown): boolean => {
  const { code } = error as { code?: unknown }
  return isUnreachable(error) || (typeof code === 'string' && (/^(53|57P|58)/.test(code) || code === '25006'))
}

const patienceMs = 60_000

/** Retries `work` while the database is unreachable, for a minute at most. */
export async function untilReachable<T>(work: () => Promise<T>): Promise<T> {
  for (const deadline = performance.now() + patienceMs; ; await sleep(100)) {
    try {
      return await work()
    } catch (error) {
      const isPassing = isUnreachable(error) || isUnreachable((error as { cause?: unknown }).cause ?? {})
      if (!isPassing || performance.now() > deadline) throw error
    }
  }
}

/** True for PostgreSQL's class 22, data exception: the input can't be stored, and the server is fine. */
export const isBadValue = (error: unknown): boolean => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code)
}
