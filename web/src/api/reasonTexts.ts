// Texts of the reasons in refusals and outcomes (contract/src/reasons.ts). They are loaded with the first answer that names one, so that
// no page bundles them.
import { type StaffLanguage, staffLanguages } from '@greenroom/contract/languages'
import type { ReasonParams } from '@greenroom/contract/reasons'
import i18next from 'i18next'

/** A reason in English, and its key, which a screen shows in the reader's language. */
export type Reasoned = { reason?: string | undefined; params?: ReasonParams | undefined }

type Texts = typeof import('@greenroom/contract/reasons') & typeof import('@greenroom/contract/reasonTexts')
let texts: Texts | undefined

/** Of the languages that have only what outsiders see. */
const ofOthers = new Map<string, Readonly<Record<string, unknown>>>()

async function loadOther(language: string): Promise<void> {
  if (ofOthers.has(language) || staffLanguages.some((staffs) => staffs === language)) return
  const { textsOfOther } = await import('./otherLanguages.ts')
  ofOthers.set(language, await textsOfOther(language, 'reasons'))
}

const named = (list: unknown): boolean =>
  Array.isArray(list) && list.some((one: Reasoned | null) => typeof one?.reason === 'string')

/** Loads the texts; without them (they can't be fetched) `message` is shown. */
async function loadReasons(): Promise<void> {
  // Without them the English ones are shown.
  await loadOther(i18next.language).catch(() => {})
  if (texts) return
  texts = await Promise.all([import('@greenroom/contract/reasons'), import('@greenroom/contract/reasonTexts')]).then(
    ([keys, said]) => ({ ...keys, ...said }),
    () => undefined,
  )
}

/** The code of a screen whose rows carry reasons, with the texts beside it: what a row says is there when the row is drawn and measured. */
export async function withReasonTexts<T>(load: () => Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([load(), loadReasons()])
  return loaded
}

/** Loads the texts if an answer's body names a reason where refusals and outcomes have theirs. */
export async function withReasons(body: { detail?: unknown; result?: unknown }): Promise<void> {
  if (named(body.detail) || named((body.result as { outcomes?: unknown } | undefined)?.outcomes)) await loadReasons()
}

/** The text of a reason in the page's language, else in `language`; undefined without one, or if this page does not know it yet. */
export function reasonIn(language: StaffLanguage, { reason, params }: Reasoned): string | undefined {
  if (reason === undefined || !texts?.isReason(reason)) return undefined
  const own = ofOthers.get(i18next.language)?.[reason]
  return typeof own === 'string' ? texts.filledIn(own, params ?? {}) : texts.reasonText(reason, params ?? {}, language)
}
