// Which errors say that the database can't be reached or used, and nothing of what was asked of it.

const unreachable = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH 57P01 57P02 57P03 53300'.split(
    ' ',
  ),
)

/** What the driver says, without a code, of a connection that broke or never came. */
const brokenOff =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/** True when nothing answers, or the connection broke. */
export const isUnreachable = (error: unknown): boolean => {
  const { code, message, syscall } = error as { code?: unknown; message?: unknown; syscall?: unknown }
  // A socket in a folder is missing while its server is down.
  if (code === 'ENOENT') return syscall === 'connect'
  if (typeof code === 'string') return unreachable.has(code) || code.startsWith('08')
  return typeof message === 'string' && brokenOff.test(message)
}

/** True when trying with less would fail alike: unreachable, out of disk or memory, read-only. */
export const isServersFault = (error: unknown): boolean => {
  const { code } = error as { code?: unknown }
  return isUnreachable(error) || (typeof code === 'string' && (/^(53|57P|58)/.test(code) || code === '25006'))
}
