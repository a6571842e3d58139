// The reasons that refusals and outcomes name (contract/src/reasons.ts). Their texts are fetched with the first answer that
// names one, so that no page ships them and whoever tells one has them.
import type { ReasonLanguage, ReasonParams } from '@greenroom/contract/reasons'

/** Why not: English for whoever knows no better, and the key that a screen tells in the reader's language. */
export type Reasoned = { reason?: string | undefined; params?: ReasonParams | undefined }

let texts: typeof import('@greenroom/contract/reasons') | undefined

const named = (list: unknown): boolean =>
  Array.isArray(list) && list.some((one: Reasoned | null) => typeof one?.reason === 'string')

/** Fetches the texts where the body of an answer names a reason; without them `message` is told. */
export async function withReasons(body: { detail?: unknown; result?: unknown }): Promise<void> {
  if (texts || !(named(body.detail) || named((body.result as { outcomes?: unknown } | undefined)?.outcomes))) return
  texts = await import('@greenroom/contract/reasons').catch(() => undefined)
}

/** The text of a reason; undefined where it names none, or one that this page does not know yet. */
export function reasonIn(language: ReasonLanguage, { reason, params }: Reasoned): string | undefined {
  return reason !== undefined && texts?.isReason(reason) ? texts.reasonText(reason, params ?? {}, language) : undefined
}
