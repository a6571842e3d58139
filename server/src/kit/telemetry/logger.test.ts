import { describe, expect, test } from 'vitest'
import { requestIdOf, traceOf, traceparent, within } from './current.ts'
import { type Level, openLogger } from './logger.ts'
import { operationOf } from './meter.ts'
import { openRepeats } from './repeats.ts'

/** A log whose lines are kept, with a clock of its own. */
function kept(format: 'json' | 'text', level = 'debug') {
  const lines: { level: Level | undefined; line: string }[] = []
  const clock = { now: 0 }
  const logger = openLogger({
    format,
    level,
    now: () => clock.now,
    out: {
      json: (line) => lines.push({ level: undefined, line }),
      text: (as, line) => lines.push({ level: as, line }),
    },
  })
  const read = () => lines.map(({ line }) => JSON.parse(line) as Record<string, unknown>)
  return { logger, lines, clock, read }
}

const failure = (message: string, code?: string) => Object.assign(new Error(message), { ...(code && { code }) })

describe('JSON', () => {
  test('is an object a line, with time, level, message, what was worked on, the kind of error and its stack', () => {
    const { logger, lines, read } = kept('json')
    const trace = traceOf('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01')!
    within({ requestId: 'r-1', call: 'userList', caller: { staffId: 7 }, trace }, () =>
      logger.crash(failure('no such table\nat all', '42P01'), 'r-1'),
    )
    expect(lines).toHaveLength(1)
    expect(lines[0]!.line.trimEnd()).not.toContain('\n')
    expect(read()[0]).toEqual({
      level: 'error',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      request_id: 'r-1',
      trace_id: '0af7651916cd43dd8448eb211c80319c',
      call: 'userList',
      staff_id: 7,
      'error.type': '42P01',
      stack: expect.stringMatching(/^ {4}at /),
      msg: 'Error: no such table\\nat all',
    })
    logger.close()
  })

  test('what is said is written at any level, and nothing else below the least', () => {
    const { logger, read } = kept('json', 'error')
    logger.say('')
    logger.say('  Greenroom is ready at http://127.0.0.1:8080')
    logger.write('warn', 'slow')
    expect(read()).toMatchObject([{ level: 'info', msg: 'Greenroom is ready at http://127.0.0.1:8080' }])
    const silent = kept('json', 'silent')
    silent.logger.crash(failure('x'), 'pool')
    silent.logger.write('error', 'x')
    expect(silent.lines).toEqual([])
  })

  test('has no words of people: contacts are masked, and what PostgreSQL quotes of a value is left out', () => {
    const { logger, lines } = kept('json')
    logger.crash(failure('invalid input syntax for type bigint: "Ana Maria Souza"', '22P02'), 'one')
    logger.crash(failure('could not send to ana@example.com or +55 11 98765-4321'), 'other')
    const all = lines.map(({ line }) => line).join()
    for (const word of ['Ana', 'Souza', 'example.com', '98765']) expect(all).not.toContain(word)
  })
})

test('on a terminal it is text, with the stack below', () => {
  const { logger, lines } = kept('text')
  logger.crash(failure('away'), 'pool')
  logger.write('warn', 'slow', { request_id: 'r' })
  expect(lines[0]).toMatchObject({ level: 'error', line: expect.stringMatching(/^\[pool\] Error: away\n {4}at /) })
  expect(lines[1]).toEqual({ level: 'warn', line: '[r] slow' })
})

test('the same error is written once in ten seconds, then with how often it came; another one at once', () => {
  const { logger, clock, read } = kept('json')
  const away = () => failure('connect ECONNREFUSED', 'ECONNREFUSED')
  for (let n = 0; n < 700; n++) logger.crash(away(), `job fold-${n}`)
  logger.crash(failure('other', '42P01'), 'job fold-1')
  expect(read().map(({ msg }) => msg)).toEqual(['Error: connect ECONNREFUSED', 'Error: other'])
  clock.now = 10_001
  logger.crash(away(), 'job fold-1')
  expect(read()[2]).toMatchObject({ msg: 'Error: connect ECONNREFUSED', times: 699 })
  logger.crash(away(), 'job fold-1')
  clock.now = 30_000
  logger.close()
  expect(read()[3]).toMatchObject({ msg: 'Error: connect ECONNREFUSED', times: 1 })
})

test('repeats are remembered for a bounded number of keys, and forgotten when their time is over', () => {
  let now = 0
  const repeats = openRepeats({ everyMs: 10, now: () => now, most: 2 })
  expect(['a', 'b', 'c', 'c', 'a'].map((key) => repeats.take(key))).toEqual([0, 0, 0, 0, null])
  now = 10
  expect(repeats.over()).toEqual([{ key: 'a', times: 1 }])
  expect(repeats.over()).toEqual([])
  expect(repeats.take('a')).toBe(0)
})

test.each([
  ['abc-123', 'abc-123'],
  ['0af7651916cd43dd8448eb211c80319c', '0af7651916cd43dd8448eb211c80319c'],
  ['', undefined],
  ['with space', undefined],
  ['a'.repeat(101), undefined],
  ['a\nlevel":"error', undefined],
  [['a', 'b'], undefined],
])('the id of a request is taken only if it can stand in a log: %j', (header, expected) => {
  expect(requestIdOf(header)).toBe(expected)
})

test.each([
  '00-00000000000000000000000000000000-b7ad6b7169203331-01',
  '00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01',
  '01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  '00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01',
  'x',
  undefined,
])('%j is no trace', (header) => expect(traceOf(header)).toBeUndefined())

test('a trace is written as it was read', () => {
  const text = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  expect(traceparent(traceOf(text)!)).toBe(text)
})

test.each([
  ['select "id" from "users"."app_user" where id = $1', 'select users.app_user'],
  ['insert into bridge.event (id) select 1', 'insert bridge.event'],
  ['\n  update guilds.week set x = 1', 'update guilds.week'],
  ['delete from kit.size_day', 'delete kit.size_day'],
  ['select ledger.post($1)', 'select ledger.post'],
  ['begin', 'begin'],
  ['select 1', 'select'],
])('a statement is named by its verb and first table: %j', (text, expected) => expect(operationOf(text)).toBe(expected))
