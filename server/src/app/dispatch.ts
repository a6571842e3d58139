// How a request is processed: session → menu and level → payload → handler → answer → envelope (docs/architecture.md, A request).

import { declaredCalls } from '@greenroom/contract/allCalls'
import { bulkFreeze } from '@greenroom/contract/bulk'
import {
  basePath,
  buildHeader,
  type Call,
  type Envelope,
  menuOf,
  menusOf,
  outdatedHeader,
  type Parsed,
  seeAsHeader,
  zoneHeader,
} from '@greenroom/contract/call'
import type { ErrorCode } from '@greenroom/contract/errors'
import { operationIdField, operationIdOf } from '@greenroom/contract/operationId'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isAct, onlyLooking, operationIdSent, type RunOnce, refuseAct, seenAs } from '../access/index.ts'
import { type Context, contextOf, type Language, levelOn, type Staff, scopeOf } from '../kit/calls/context.ts'
import { callerAddress, isLocalRequest } from '../kit/calls/proxies.ts'
import { readsMuch } from '../kit/calls/reading.rules.ts'
import { type Detail, Refusal, refuseBecause } from '../kit/calls/refusal.ts'
import type { Served } from '../kit/calls/serve.ts'
import { type Clock, wallNow } from '../kit/clock.ts'
import type { Database } from '../kit/database/database.ts'
import { isDiskFull } from '../kit/database/space.ts'
import { isBadValue, isUnreachable } from '../kit/database/unreachable.ts'
import type { Replica } from '../kit/standby/replica.ts'
import { type Current, current, traceOf, within } from '../kit/telemetry/current.ts'
import type { Logger } from '../kit/telemetry/logger.ts'
import { count, isMeasured, record } from '../kit/telemetry/meter.ts'
import { spanned } from '../kit/telemetry/tracer.ts'
import { whyOf } from './faults.ts'
import { fieldsOf, type Raw, refuseUnknown, refuseUnstorable } from './input.ts'
import { readUpload } from './upload.ts'
import type { Build } from './web/build.ts'

export type Exporter = {
  /** Answers `{url}` when the file is ready, or `{exportId}` at once with `async`. */
  run(
    context: Context,
    list: Served,
    payload: { export: 'xlsx' | 'csv'; async?: boolean | undefined },
  ): Promise<unknown>
}

export type Dispatch = {
  database: Database
  /** Where calls are answered that read much. */
  replica?: Replica | undefined
  clock: Clock
  timeZone(): string
  authenticate(token: string): Promise<Staff | null>
  exporter: Exporter
  /** Runs a call with an operation id. */
  runOnce: RunOnce
  onCrash: (error: unknown, requestId: string) => void
  logger: Pick<Logger, 'write'>
  /** Whether a page that names its build so should be loaded anew. */
  isOutdated: Build['isOutdated']
  /**
   * Checks a handler's answer against the contract before it is sent, and throws on a mismatch. Tests only: production
   * answers are checked by their types, and a committed change must not be answered with 10001.
   */
  inspect?: Inspect | undefined
}

export type Inspect = (call: Call, schema: z.ZodType, result: unknown) => void

/** An error as the caller may see it: the catalogue's code, never a stack trace. */
export function refusalOf(error: unknown, requestId: string, onCrash: Dispatch['onCrash']): Envelope<never> {
  if (error instanceof Refusal)
    return { code: 500, errorCode: error.code, errorMsg: error.message, ...(error.detail && { detail: error.detail }) }
  onCrash(error, requestId)
  // Last resort for values that no rule checked; the log names them.
  if (isBadValue(error)) return refusalOf(refuseBecause(10009, '', 'field.kept'), requestId, onCrash)
  if (isDiskFull(error)) return refusalOf(refuseBecause(10030, '', 'server.diskFull'), requestId, onCrash)
  if (isUnreachable(error)) return { code: 500, errorCode: 10030, errorMsg: `server not connected (${requestId})` }
  return { code: 500, errorCode: 10001, errorMsg: `server busy (${requestId})` }
}

/** Limit of field errors in an answer; a long list could have one per item. */
const mostNamed = 50

/** Two fields contradict each other: the codes of the fields are about one of them. */
const isContradiction = (issue: z.core.$ZodIssue) =>
  issue.code === 'custom' && issue.params?.['reason'] === 'field.differs'

/** What is wrong with a payload: the field's own code where the catalogue has one, else 10009, naming each field. */
export function refusedFields(error: z.ZodError, fieldCodes: Readonly<Record<string, ErrorCode>>): Refusal {
  const first = String(error.issues[0]?.path[0] ?? '')
  const others = error.issues.every((issue) => String(issue.path[0] ?? '') === first && !isContradiction(issue))
  const code = (others ? fieldCodes[first] : undefined) ?? 10009
  const detail: Detail[] = error.issues.slice(0, mostNamed).map((issue) => ({
    field:
      issue.path.length > 0 ? issue.path.join('.') : issue.code === 'unrecognized_keys' ? issue.keys.join(',') : '',
    // A specific catalogue code already has a text in the reader's language.
    ...(code === 10009 ? whyOf(issue) : {}),
    message: issue.message,
  }))
  return new Refusal(code, detail)
}

const schemas = new Map(declaredCalls.map(({ call, schema }) => [call.name, schema]))

/** The payload as the call's handler receives it. @throws Refusal naming the wrong fields. */
export function payloadOf(call: Call, raw: object): object {
  const codes = call.fieldCodes ?? {}
  const parsed = schemas.get(call.name)!.payload.safeParse(raw, { reportInput: true })
  if (!parsed.success) throw refusedFields(parsed.error, codes)
  refuseUnstorable(parsed.data as object, codes)
  return parsed.data as object
}

/** A page that names its build names only filters that there are: of a list, or of the list that a selection is made of. */
function refuseUnknownFilters(call: Call, sent: object, parsed: object): void {
  refuseUnknown(schemas.get(call.name)!, sent)
  if (call.name !== bulkFreeze.name) return
  const { list, filters } = parsed as Parsed<typeof bulkFreeze>
  const schema = schemas.get(list)
  if (schema) refuseUnknown(schema, filters)
}

const languageOf = (request: FastifyRequest, caller: Staff | null): Language =>
  caller?.language ?? (String(request.headers['accept-language'] ?? '').startsWith('zh') ? 'cn' : 'en')

function tokenOf(request: FastifyRequest, raw: Record<string, unknown>, served: Served): string {
  const header = request.headers['token']
  if (typeof header === 'string' && header !== '') return header
  return served.call.tokenParam && typeof raw['token'] === 'string' ? raw['token'] : ''
}

/**
 * Checks the caller's access. A payload without a valid kind passes with any of the call's menus; its schema refuses it
 * next.
 *
 * @throws Refusal 10007 without a session; 10026 for a guild's or agent's account if the call is not declared for its kind, whatever its
 * menus, and for a missing menu or too low a level.
 */
export function authorise(served: Served, caller: Staff | null, payload: object): void {
  const { call } = served
  if (call.level === 'public') return
  if (!caller) throw new Refusal(10007)
  const { kind } = scopeOf(caller)
  if (kind !== 'platform' && !call.for?.includes(kind)) throw refuseBecause(10026, 'account', 'account.kind')
  if (call.level === 'signed-in') return
  const needed = call.level === 'write' ? 3 : 1
  const menu = menuOf(call, payload)
  const menus = menu ? [menu] : menusOf(call)
  if (!menus.some((key) => levelOn(caller, key) >= needed))
    throw refuseBecause(10026, 'menu', 'menu.missing', { menus: [...menus] })
}

/** Answers one request with its envelope; throws only what HTTP itself answers (413). */
async function answer(
  served: Served,
  schema: { payload: z.ZodType; answer: z.ZodType },
  request: FastifyRequest,
  dispatch: Dispatch,
): Promise<Envelope<unknown>> {
  const requestId = request.id
  const { call } = served
  const answered = (result: unknown): Envelope<unknown> => {
    dispatch.inspect?.(call, schema.answer, result)
    return { code: 200, result }
  }
  try {
    const isUpload = call.encoding === 'multipart'
    if (request.isMultipart() && !isUpload) throw refuseBecause(10009, 'body', 'body.noMultipart')
    const raw = fieldsOf(request, call.most?.values)
    const token = tokenOf(request, raw, served)
    const own = token === '' || call.level === 'public' ? null : await dispatch.authenticate(token)
    const look = request.headers[seeAsHeader]
    const caller = own && look !== undefined ? await seenAs(dispatch.database, own, String(look)) : own
    const about = current()
    if (about && caller) about.caller.staffId = caller.id
    authorise(served, caller, raw)
    if (caller?.seeing && isAct(call, raw)) throw refuseAct(caller.seeing)
    // Read the file only if the caller may send one.
    const upload = isUpload ? await readUpload(request) : undefined
    const sent = { ...raw, ...upload?.fields }
    const need = operationIdOf(call)
    const operationId = need && operationIdSent(sent[operationIdField], need, wallNow())
    const parsed = payloadOf(call, sent)
    if (String(request.headers[buildHeader] ?? '') !== '') refuseUnknownFilters(call, sent, parsed)
    const context = contextOf({
      call,
      payload: parsed,
      requestId,
      ip: callerAddress(request.ip, request.socket.remoteAddress),
      fromHere: isLocalRequest(request),
      userAgent: String(request.headers['user-agent'] ?? ''),
      language: languageOf(request, caller),
      timeZone: dispatch.timeZone(),
      database: dispatch.database,
      caller,
      clock: dispatch.clock,
    })
    const exporting = parsed as { export?: 'xlsx' | 'csv'; async?: boolean }
    if (call.exportable && exporting.export) {
      // The payload was parsed by this list's own schema.
      const exported = await dispatch.exporter.run(context, served, parsed as never)
      return { code: 200, result: exported }
    }
    const payload = upload ? { ...parsed, file: upload.file } : parsed
    const on = (database: Database) => served.handle(Object.assign(context, { database }), payload)
    const run = () => {
      if (caller?.seeing) return onlyLooking(caller.seeing, dispatch.database, on)
      if (dispatch.replica && readsMuch(call, parsed)) return dispatch.replica.read(on)
      return served.handle(context, payload)
    }
    if (operationId === undefined) return answered(await run())
    const { [operationIdField]: _, ...content } = payload as Raw
    const { result, repeated } = await dispatch.runOnce(context, operationId, content, run)
    return repeated ? { code: 200, result } : answered(result)
  } catch (error) {
    // Too large to be parsed: answered by HTTP status.
    if ((error as { statusCode?: number }).statusCode === 413) throw error
    return refusalOf(error, requestId, dispatch.onCrash)
  }
}

/** A call that takes longer is in the log. */
const slowMs = 1_000

/** Answers a request as a part of its trace, and says how long it took. */
async function observed(
  call: Call,
  request: FastifyRequest,
  { logger }: Dispatch,
  work: () => Promise<Envelope<unknown>>,
): Promise<Envelope<unknown>> {
  const trace = traceOf(request.headers['traceparent'])
  const about: Current = { requestId: request.id, call: call.name, caller: {}, ...(trace && { trace }) }
  const started = performance.now()
  const envelope = await within(about, () =>
    spanned(`${call.method} ${call.path}`, { 'http.route': `${basePath}${call.path}` }, work, { kind: 'server' }),
  )
  const tookMs = performance.now() - started
  const code = envelope.code === 200 ? undefined : envelope.errorCode
  if (isMeasured())
    record('http.server.request.duration', tookMs / 1_000, {
      'http.route': `${basePath}${call.path}`,
      'http.request.method': call.method,
      'http.response.status_code': 200,
      ...(code !== undefined && { 'error.type': code }),
    })
  if (call.name === 'login') count('greenroom.login.attempts', { outcome: code === undefined ? 'accepted' : 'refused' })
  if (tookMs > slowMs)
    within(about, () =>
      logger.write('warn', `The call ${call.name} took ${(tookMs / 1_000).toFixed(1)} s`, {
        duration_ms: Math.round(tookMs),
        'error.type': code,
      }),
    )
  return envelope
}

/**
 * Registers every served call as a route.
 *
 * @throws if a declared call has no handler, one has two, or a handler is not declared.
 */
export function serveAll(app: FastifyInstance, routes: Served[], dispatch: Dispatch): void {
  const byName = new Map<string, Served>()
  for (const served of routes) {
    if (byName.has(served.call.name)) throw new Error(`call ${served.call.name} is served twice`)
    byName.set(served.call.name, served)
  }
  for (const { call, schema, room } of declaredCalls) {
    const served = byName.get(call.name)
    if (!served) throw new Error(`call ${call.name} of ${room} has no handler`)
    byName.delete(call.name)
    app.route({
      method: call.method,
      url: `${basePath}${call.path}`,
      ...(call.most && { bodyLimit: call.most.bytes }),
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        void reply.header('cache-control', 'no-store')
        const said = request.headers[buildHeader]
        if (typeof said === 'string') {
          void reply.header(zoneHeader, dispatch.timeZone())
          if (dispatch.isOutdated(said)) void reply.header(outdatedHeader, '1')
        }
        return observed(call, request, dispatch, () => answer(served, schema, request, dispatch))
      },
    })
  }
  const [undeclared] = byName.keys()
  if (undeclared) throw new Error(`${undeclared} is served but not declared`)
}
