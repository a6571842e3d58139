// The process's own log, for operators: a JSON object a line (pino), or text on a terminal. No words of people: messages lose what looks like
// contacts, and what PostgreSQL quotes of a value. The operation log of staff's acts is another thing (`log/`).
import pino from 'pino'
import { errorText, oneLine } from '../../texts/oneLine.ts'
import { withoutContacts } from '../contacts.ts'
import { isBadValue } from '../database/unreachable.ts'
import { current } from './current.ts'
import { kindOf } from './meter.ts'
import { openRepeats } from './repeats.ts'

export type Level = 'error' | 'warn' | 'info' | 'debug'
/** Names as in the documents: snake case, since log stores read them so. */
export type Fields = Readonly<Record<string, string | number | boolean | undefined>>

export type Logger = {
  /** An error that no rule foresaw. @param where the part of the server, or the request's id */
  crash(error: unknown, where: string): void
  write(level: Level, message: string, fields?: Fields): void
  /** What the person who starts or stops the server reads, at any level. */
  say(line: string): void
  /** Writes what is only counted yet. */
  close(): void
}

export type LogFormat = 'json' | 'text'

/** The same error is written once in this time, then with how often it came. */
const everyMs = 10_000

const ranks: Record<string, number> = { silent: 0, error: 1, warn: 2, info: 3, debug: 4 }

/** Where the lines go; tests collect them. */
export type Out = { json(line: string): void; text(level: Level, line: string): void }

const standard: Out = {
  json: (line) => void process.stdout.write(line),
  text: (level, line) => {
    if (level === 'error') console.error(line)
    else if (level === 'warn') console.warn(line)
    else console.log(line)
  },
}

/** PostgreSQL quotes the value that it does not take. */
const withoutValue = (text: string) => text.replace(/".*"/, '"…"')

/** An error's words and stack, as they may be kept. */
function saidOf(error: unknown): { message: string; stack: string | undefined } {
  const whole = errorText(error)
  const at = whole.indexOf('\n    at ')
  const head = at < 0 ? whole : whole.slice(0, at)
  return {
    message: withoutContacts(isBadValue(error) ? withoutValue(head) : head),
    stack: at < 0 ? undefined : whole.slice(at + 1),
  }
}

/** The same place of the server whatever it worked on. */
const placeOf = (where: string) => where.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/gi, '#')

let own: Logger | undefined

/** The process's log, for code that nobody hands one. */
export const theLog = (): Logger => (own ??= openLogger({ format: 'text', level: 'warn' }))
export const useLog = (logger: Logger): void => void (own = logger)

/** Opens the log. `level` is the least that is written; `silent` writes only what is said. */
export function openLogger({
  format,
  level,
  out = standard,
  now = () => performance.now(),
}: {
  format: LogFormat
  level: string
  out?: Out
  now?: () => number
}): Logger {
  const most = ranks[level] ?? 2
  const json = pino(
    {
      base: null,
      level: 'trace',
      messageKey: 'msg',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => out.json(line) },
  )
  const repeats = openRepeats({ everyMs, now })
  const firsts = new Map<string, { message: string; fields: Fields }>()
  let timer: NodeJS.Timeout | undefined

  const about = (): Fields => {
    const one = current()
    return one
      ? { request_id: one.requestId, trace_id: one.trace?.traceId, call: one.call, staff_id: one.caller.staffId }
      : {}
  }

  const write: Logger['write'] = (as, message, fields = {}) => {
    if (ranks[as]! > most) return
    if (format === 'json') return json[as]({ ...about(), ...fields }, message)
    const { stack, times, request_id: id, where } = { ...about(), ...fields }
    const place = id ?? where
    const more = times === undefined ? '' : ` (${String(times)} more of it)`
    out.text(
      as,
      `${place === undefined ? '' : `[${String(place)}] `}${message}${more}${stack ? `\n${String(stack)}` : ''}`,
    )
  }

  const sayRest = () => {
    timer = undefined
    for (const { key, times } of repeats.over()) {
      const first = firsts.get(key)
      if (first) write('error', first.message, { ...first.fields, times })
      firsts.delete(key)
    }
  }

  return {
    write,
    crash(error, where) {
      if (most === 0) return
      const { message, stack } = saidOf(error)
      const type = kindOf(error)
      const id = current()?.requestId
      const place = oneLine(where)
      const fields: Fields = {
        ...(id !== undefined && id === where ? { request_id: place } : { where: place }),
        'error.type': type,
        ...(stack !== undefined && { stack }),
      }
      const key = `${id === where ? (current()?.call ?? '') : placeOf(where)} ${type} ${stack?.split('\n')[0] ?? placeOf(message)}`
      const times = repeats.take(key)
      if (times === null) {
        timer ??= setTimeout(sayRest, everyMs + 100).unref()
        return
      }
      firsts.set(key, { message, fields })
      if (firsts.size > 2_000) firsts.clear()
      write('error', message, { ...fields, ...(times > 0 && { times }) })
    },
    say(line) {
      if (format === 'text') return out.text('info', line)
      if (line.trim() !== '') json.info({}, line.trim())
    },
    close() {
      clearTimeout(timer)
      sayRest()
    },
  }
}
