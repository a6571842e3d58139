// The client for declared calls: returns the typed result or throws a typed refusal. It shows no messages; callers decide.
import { operationSettle } from '@greenroom/contract/access'
import {
  type Answer,
  type AnyCall,
  basePath,
  buildHeader,
  type Call,
  outdatedHeader,
  type Payload,
  seeAsHeader,
  zoneHeader,
} from '@greenroom/contract/call'
import { operationIdField, timeOfId } from '@greenroom/contract/operationId'
import { sessionEndingBodyCodes, sessionEndingCodes } from '@greenroom/contract/sessionEnding'
import { beginOperation, operationAnswered, operationLost } from './operations.ts'
import { zoneHeard } from './platformNews.ts'
import { answered, isAway, outdated, unanswered } from './reach.ts'
import { withReasons } from './reasonTexts.ts'
import { DoneBefore, Refused, Unreachable } from './refused.ts'
import { endSeeing, seeingFor } from './seeing.ts'
import { announceSessionEnd, announceSessionReplaced } from './sessionEnd.ts'
import { isTokenReplaced, readToken } from './token.ts'

/** Uploads by XMLHttpRequest, since `fetch` reports no upload progress; returns a `Response` like `fetch`. */
function upload(url: string, init: RequestInit, onUpload: (share: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(init.method ?? 'POST', url)
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
    request.responseType = 'text'
    request.upload.onprogress = (event) => onUpload(event.lengthComputable ? event.loaded / event.total : 0)
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
    request.onerror = () => reject(new TypeError('Network error'))
    request.onabort = () => reject(new DOMException('The upload was aborted.', 'AbortError'))
    init.signal?.addEventListener('abort', () => request.abort())
    request.send(init.body as XMLHttpRequestBodyInit)
  })
}

/** As the server that sent the page named it, once it is read; not in development. */
let build: string | undefined
const pageBuild = () =>
  (build ??= document.querySelector<HTMLMetaElement>('meta[name="greenroom:build"]')?.content ?? '')

export { DoneBefore, isCancelled, isRefused, Refused, Unreachable } from './refused.ts'

export type CallOptions = {
  signal?: AbortSignal
  /** The call outlives the page (`keepalive`). */
  keepalive?: true
  /** Receives the progress of an upload, 0 to 1. */
  onUpload?: (share: number) => void
  /** The answer to this call if it was requested early; otherwise it is requested now. */
  response?: Promise<Response>
  /** The files of a multipart call, by field; the payload's fields are added to it. */
  form?: FormData
}

type Body = { code?: number; result?: unknown; errorCode?: number; errorMsg?: string; detail?: Refused['detail'] }

const asText = (value: unknown): string => {
  if (Array.isArray(value)) {
    return value.some((item) => typeof item === 'object') ? JSON.stringify(value) : value.join(',')
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The fields to send, as strings, without undefined and null. */
function fieldsOf(payload: object): [string, string][] {
  return Object.entries(payload)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, asText(value)])
}

/** The address of a call that is sent by GET. */
export function addressOf({ path }: Call, payload: object): string {
  const query = new URLSearchParams(fieldsOf(payload)).toString()
  return query ? `${basePath}${path}?${query}` : basePath + path
}

function requestOf(declared: Call, payload: object, form: FormData | undefined): [string, RequestInit] {
  const path = basePath + declared.path
  if (declared.method === 'GET') return [addressOf(declared, payload), { method: 'GET' }]
  if (declared.encoding === 'multipart') {
    const body = form ?? new FormData()
    // Fields go before the file, so that the server knows the purpose when the file arrives.
    const ordered = new FormData()
    for (const [name, value] of fieldsOf(payload)) ordered.set(name, value)
    for (const [name, value] of body) ordered.append(name, value)
    return [path, { method: 'POST', body: ordered }]
  }
  if (declared.encoding === 'json') {
    return [path, { method: 'POST', body: JSON.stringify(payload), headers: { 'content-type': 'application/json' } }]
  }
  return [path, { method: 'POST', body: new URLSearchParams(fieldsOf(payload)) }]
}

async function send(url: string, init: RequestInit, options: CallOptions): Promise<Response> {
  try {
    return options.onUpload ? await upload(url, init, options.onUpload) : await fetch(url, init)
  } catch (error) {
    if (options.signal?.aborted) throw new DOMException('The call was aborted.', 'AbortError')
    unanswered()
    throw new Unreachable(error instanceof Error ? error.message : String(error))
  }
}

async function bodyOf(response: Response): Promise<Body> {
  try {
    return (await response.json()) as Body
  } catch (error) {
    if (error instanceof DOMException) throw error
    throw new Unreachable(`HTTP ${response.status} ${response.statusText}`.trim(), response.status)
  }
}

/**
 * Makes a declared call. A call that creates something has the id of an operation, which stays the same until it is answered.
 * Throws `Refused` if the server refuses, `Unreachable` if there is no answer, `DoneBefore` if an earlier call with other content turns out
 * to have been done, and the browser's own `AbortError` if `signal` aborted it or the session in this browser is no longer the page's.
 */
export async function call<C extends AnyCall>(
  declared: C,
  payload: Payload<C>,
  options: CallOptions = {},
): Promise<Answer<C>> {
  if (isTokenReplaced()) {
    announceSessionReplaced()
    throw new DOMException('Another session replaced that of the page.', 'AbortError')
  }
  const operation = beginOperation(declared, payload, options.form)
  if (!operation) return request(declared, payload, options)
  const { id, lost } = operation
  try {
    for (const operationId of lost) {
      const { done } = await request(operationSettle, { call: declared.name, operationId }, {})
      operationAnswered(operationId)
      if (done) throw new DoneBefore(timeOfId(operationId))
    }
    const answer = await request(declared, { ...payload, [operationIdField]: id }, options)
    operationAnswered(id)
    return answer
  } catch (error) {
    if (error instanceof Refused || error instanceof DoneBefore) operationAnswered(id)
    else {
      operationLost(id)
      if (error instanceof Unreachable) error.mayBeDone = true
    }
    throw error
  }
}

async function request<C extends AnyCall>(declared: C, payload: Payload<C>, options: CallOptions): Promise<Answer<C>> {
  const token = readToken()
  const [url, init] = requestOf(declared, payload as object, options.form)
  const seeing = seeingFor(declared.name)
  if (token)
    init.headers = {
      ...(init.headers as Record<string, string> | undefined),
      token,
      [buildHeader]: pageBuild(),
      ...(seeing !== undefined && { [seeAsHeader]: seeing }),
    }
  if (options.signal) init.signal = options.signal
  if (options.keepalive) init.keepalive = true

  const response = (await options.response?.catch(() => undefined)) ?? (await send(url, init, options))
  if (isAway(response.status)) unanswered()
  else answered()
  if (response.headers.has(outdatedHeader)) outdated()
  zoneHeard(response.headers.get(zoneHeader))
  const body = await bodyOf(response)
  // A server that starts or stops also answers with an envelope; the call may be retried.
  if (response.status === 503) throw new Unreachable(body.errorMsg ?? 'HTTP 503', response.status)
  await withReasons(body)
  if (body.code === 200) return body.result as Answer<C>

  endSeeing(body.detail)
  const ending = sessionEndingBodyCodes.includes(body.code ?? 0) || sessionEndingCodes.includes(body.errorCode ?? 0)
  // A log-in elsewhere in this browser may have replaced the token while the call was under way.
  if (ending && token && token === readToken()) announceSessionEnd()
  const code = body.errorCode ?? (ending ? body.code : undefined)
  if (code !== undefined) throw new Refused(code, body.errorMsg ?? '', body.detail ?? [])
  if (response.status === 200) return body as Answer<C>
  throw new Unreachable(body.errorMsg ?? `HTTP ${response.status}`, response.status)
}
