// Calls that create something and whose answer has not arrived. Their ids are kept in this browser, by account, through reloads and closed
// tabs: what is sent again with the same content has the same id, and the server does it once (docs/architecture.md, "Sent once").
import type { Call } from '@greenroom/contract/call'
import { newId, operationIdDays, operationIdField, operationIdOf, timeOfId } from '@greenroom/contract/operationId'
import { keepText } from './storage.ts'

type Open = {
  id: string
  call: string
  /** A hash of the payload, which may be secret. */
  content: string
  /** The page has given up waiting. */
  lost?: true
}

const place = (account: string) => `greenroom:operations:${account}`
let account = 'public'
/** Operations belong to an account, so that the next one in this browser doesn't repeat them. */
export const operationsOf = (of: string | number): void => void (account = String(of))

/** Sent from this page and not yet answered: another call of the same kind is no changed form. */
const running = new Set<string>()
/** A page that was closed cannot say that it gave up. */
const patienceMs = 120_000

function read(): Open[] {
  try {
    const kept = JSON.parse(localStorage.getItem(place(account)) ?? '[]') as Open[]
    return kept.filter(({ id }) => Date.now() - timeOfId(id) < (operationIdDays - 1) * 86_400_000)
  } catch {
    return []
  }
}

const write = (all: readonly Open[]): void =>
  keepText(localStorage, place(account), all.length === 0 ? undefined : JSON.stringify(all.slice(-50)))

/** 64 bits (FNV-1a, twice), enough to tell the few open operations of an account apart; `crypto.subtle` needs https. */
function hashOf(text: string): string {
  let [a, b] = [0x811c9dc5, 0x9e3779b9]
  for (let at = 0; at < text.length; at++) {
    a = Math.imul(a ^ text.charCodeAt(at), 0x01000193)
    b = Math.imul(b ^ text.charCodeAt(at), 0x85ebca6b)
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36)
}

function contentOf(payload: object, form: FormData | undefined): string {
  const files = [...(form ?? [])].map(([field, value]) =>
    value instanceof File ? [field, value.name, value.size, value.lastModified] : [field, value],
  )
  return hashOf(JSON.stringify([payload, files]))
}

export type Operation = {
  id: string
  /** Those whose form was changed after their answer was lost: what became of them is to be asked first. */
  lost: readonly string[]
}

/** The id of a call that takes one: that of the unanswered call with the same content, or a new one. Undefined for every other call. */
export function beginOperation(call: Call, payload: object, form?: FormData): Operation | undefined {
  if (operationIdOf(call) === undefined || operationIdField in payload) return undefined
  const all = read()
  const content = contentOf(payload, form)
  const same = all.find((open) => open.call === call.name && open.content === content)
  const now = Date.now()
  const lost = all.filter(
    (open) =>
      open.call === call.name &&
      open !== same &&
      !running.has(open.id) &&
      (open.lost || now - timeOfId(open.id) > patienceMs),
  )
  const id = same?.id ?? newId()
  if (!same) write([...all, { id, call: call.name, content }])
  running.add(id)
  return { id, lost: lost.map((open) => open.id) }
}

/** The call was answered, with success or a refusal. */
export function operationAnswered(id: string): void {
  running.delete(id)
  write(read().filter((open) => open.id !== id))
}

/** No answer will arrive; it may have been done. */
export function operationLost(id: string): void {
  running.delete(id)
  write(read().map((open) => (open.id === id ? { ...open, lost: true } : open)))
}
