// One declaration per call. The server serves from it, the web calls from it, and the API reference and the tests'
// access matrix are generated from it. Descriptors import schemas as types only, so the log-in page loads no zod.
import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Money } from './money.ts'
import type { OperationKey } from './operations.ts'
import type { ReasonParams } from './reasons.ts'
import type { MenuKey } from './screens.ts'

/** Who may call: anyone, any signed-in account, or roles with read-only or read-write access to the call's menu. */
export type Level = 'public' | 'signed-in' | 'read' | 'write'

/** Accounts outside the platform's staff: guild leaders and top-up agents. */
export type OutsideAccount = 'guild' | 'agent'

/** A call's two schemas: its payload and its `result`. */
export type CallSchema = { payload: z.ZodType; answer: z.ZodType }

type Common = {
  method: 'GET' | 'POST'
  /** Account kinds besides staff that may call it, each within its own scope. Default: none (10026). */
  for?: readonly OutsideAccount[]
  /** Below `/cms`. */
  path: `/${string}`
  /** Encoding of a POST from the web: url-encoded by default. */
  encoding?: 'form' | 'json' | 'multipart'
  /** Limits of the body's size and nesting, for calls that need more than the default. */
  most?: { bytes: number; values: number }
  /** Codes the call may answer besides `commonCodes`. */
  codes?: readonly ErrorCode[]
  /** The catalogue's code for a field that fails its schema, where the catalogue has a specific one. */
  fieldCodes?: Readonly<Record<string, ErrorCode>>
  /** A list that returns a file with `export=xlsx|csv`. */
  exportable?: true
  /**
   * For a batch call: the lists whose rows it may run over in the background (`bulk.ts`), with the path of the record
   * field that becomes the id.
   */
  over?: Readonly<Record<string, string>>
  /** Also accepts the session token as the parameter `token` (spec section 7). */
  tokenParam?: true
}

type Access =
  | { level: 'public' | 'signed-in'; menu?: undefined; menuBy?: undefined }
  | { level: 'read' | 'write'; menu: MenuKey; menuBy?: undefined }
  /** One call for several queues: the payload's `kind` determines the required menu. */
  | { level: 'read' | 'write'; menu?: undefined; menuBy: Readonly<Record<string, MenuKey>> }

/**
 * `operation` is the key under which the operation log files the call (`operations.ts` has its text). Required for
 * calls that change something; calls that only read have none. `secrets`: fields of the answer that are told once.
 */
type Logged = {
  operation?: OperationKey
  /** For calls that create, move, price or release money: who may do it alone (`money.ts`). */
  money?: Money
  creates?: Creates
  secrets?: readonly string[]
}

/**
 * The call creates money, a message or a record, of which there would be two if it were done twice. It requires an `operationId`
 * (`operationId.ts`), accepts one if it is a call of spec section 7, or has a field of its own that does the same.
 */
export type Creates = true | 'optional' | { key: string }

export type Declaration = Common & Access & Logged

export type Call<S extends CallSchema = CallSchema> = Declaration & {
  /** The export's name in its contract module; also the OpenAPI operation id. */
  name: string
  readonly schema?: S
}

/** Any call: payload types are invariant, so no narrower type is common to all calls. */
export type AnyCall = Call<any>

/** What the caller sends. */
export type Payload<C> = C extends Call<infer S> ? z.input<S['payload']> : never
/** What the handler receives, parsed. */
export type Parsed<C> = C extends Call<infer S> ? z.output<S['payload']> : never
/** What `result` holds on success. */
export type Answer<C> = C extends Call<infer S> ? z.output<S['answer']> : never
/** One record of a paged answer. */
export type RecordOf<C> = Answer<C> extends { records: readonly (infer R)[] } ? R : never

/** Declares a call; `S` is `typeof schema.<name>` of the neighbouring `.schema.ts` module. */
export function declare<S extends CallSchema>(name: string, declaration: Declaration): Call<S> {
  return { name, ...declaration }
}

/** Codes any call may answer: busy, too fast, illegal request, no session, no permission, storage unavailable. */
export const commonCodes = [10001, 10007, 10008, 10009, 10026, 10030] as const satisfies readonly ErrorCode[]

export type Refusal = {
  errorCode: ErrorCode
  errorMsg: string
  detail?: FieldRefusal[]
}

/** A field's error: in English and, if a screen shows it, a key of `reasons.ts` with its params. */
export type FieldRefusal = { field: string; message: string; reason?: string; params?: ReasonParams }

/** Body of every answer under `/cms`, always with HTTP 200. */
export type Envelope<T> = { code: 200; result: T } | ({ code: 500 } & Refusal)

/** A call about the caller's own account, open to every account. */
export const everyAccount = ['guild', 'agent'] as const satisfies readonly OutsideAccount[]

export const basePath = '/cms'

/** Carries the id of what `seeAsBegin` began; a request with it is answered as the role or account would be, and changes nothing. */
export const seeAsHeader = 'x-see-as'

/** Which build a page is of (its release, and a hash of the contract): lists refuse unknown filters of another one. */
export const buildHeader = 'x-greenroom-build'

/** In the answer to a page whose contract is not the server's any more. */
export const outdatedHeader = 'x-greenroom-outdated'

/** In every answer to a page: the platform's time zone, which may have been changed since the page was opened. */
export const zoneHeader = 'x-greenroom-zone'

/** Every menu that grants the call. */
export const menusOf = (call: Declaration): readonly MenuKey[] =>
  call.menu ? [call.menu] : Object.values(call.menuBy ?? {})

/** The menu that this payload requires; undefined if its kind is unknown or the call needs none. */
export function menuOf(call: Declaration, payload: object): MenuKey | undefined {
  if (call.menu) return call.menu
  const kind = 'kind' in payload ? payload.kind : undefined
  return typeof kind === 'string' && Object.hasOwn(call.menuBy ?? {}, kind) ? call.menuBy?.[kind] : undefined
}
