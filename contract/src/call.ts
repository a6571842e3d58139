// One declaration per call. The server serves from it, the web calls from it, the API reference and the access matrix
// of the tests walk it. Descriptors import schemas as types only, so that zod stays out of the log-in page.
import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { OperationKey } from './operations.ts'
import type { ReasonParams } from './reasons.ts'
import type { MenuKey } from './screens.ts'

/** Who may call: anyone, anyone signed in, or those whose role has the call's menu read-only or read-write. */
export type Level = 'public' | 'signed-in' | 'read' | 'write'

/** Accounts that are not the platform's: a guild leader's, a top-up agent's. */
export type OutsideAccount = 'guild' | 'agent'

/** The two schemas of a call: what is sent and what `result` answers. */
export type CallSchema = { payload: z.ZodType; answer: z.ZodType }

type Common = {
  method: 'GET' | 'POST'
  /** Which accounts besides the platform's staff may call it, each within its own reach. Without it none: 10026. */
  for?: readonly OutsideAccount[]
  /** Below `/cms`. */
  path: `/${string}`
  /** How the web sends a POST: url-encoded unless said otherwise (wire.md, Envelope). */
  encoding?: 'form' | 'json' | 'multipart'
  /** Codes the call may answer besides those that any call may (`commonCodes`). */
  codes?: readonly ErrorCode[]
  /** The catalogue's code for a field that fails its schema, where the catalogue has one for that very rule. */
  fieldCodes?: Readonly<Record<string, ErrorCode>>
  /** A list that answers a file with `export=xlsx|csv` (wire.md, Envelope). */
  exportable?: true
  /**
   * Of a batch call: the lists whose rows it may be made over in the background (`bulk.ts`), with the path of the field of
   * their records that goes into `ids`.
   */
  over?: Readonly<Record<string, string>>
  /** The session token is accepted as a parameter `token` besides the header (spec section 7). */
  tokenParam?: true
}

type Access =
  | { level: 'public' | 'signed-in'; menu?: undefined; menuBy?: undefined }
  | { level: 'read' | 'write'; menu: MenuKey; menuBy?: undefined }
  /** One call for several queues: the payload's `kind` says which menu it needs. */
  | { level: 'read' | 'write'; menu?: undefined; menuBy: Readonly<Record<string, MenuKey>> }

/**
 * `operation` is the key under which the operation log files the call (`operations.ts` has its text); every call
 * that changes something has one, a call that only reads has none.
 */
type Logged = { operation?: OperationKey }

export type Declaration = Common & Access & Logged

export type Call<S extends CallSchema = CallSchema> = Declaration & {
  /** The export's name in its contract module; also the OpenAPI operation id. */
  name: string
  readonly schema?: S
}

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

/** Codes any call may answer: busy, too fast, illegal request, no session, no permission, storage out of reach. */
export const commonCodes = [10001, 10007, 10008, 10009, 10026, 10030] as const satisfies readonly ErrorCode[]

export type Refusal = {
  errorCode: ErrorCode
  errorMsg: string
  detail?: FieldRefusal[]
}

/** What is wrong with a field: in English, and as a key of `reasons.ts` with its params where people meet it on a screen. */
export type FieldRefusal = { field: string; message: string; reason?: string; params?: ReasonParams }

/** The body of every answer under `/cms`, always with HTTP 200 (wire.md, Envelope). */
export type Envelope<T> = { code: 200; result: T } | ({ code: 500 } & Refusal)

/** A call about the caller alone, which every account may make. */
export const everyAccount = ['guild', 'agent'] as const satisfies readonly OutsideAccount[]

export const basePath = '/cms'

/** Every menu that opens the call. */
export const menusOf = (call: Declaration): readonly MenuKey[] =>
  call.menu ? [call.menu] : Object.values(call.menuBy ?? {})

/** The menu that this payload needs; undefined where it names no kind that the call knows, or the call needs none. */
export function menuOf(call: Declaration, payload: object): MenuKey | undefined {
  if (call.menu) return call.menu
  const kind = 'kind' in payload ? payload.kind : undefined
  return typeof kind === 'string' && Object.hasOwn(call.menuBy ?? {}, kind) ? call.menuBy?.[kind] : undefined
}
