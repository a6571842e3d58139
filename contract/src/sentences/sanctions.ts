// Decisions about sanctions lists and hits, in one wording.
import { isolated } from '../isolated.ts'
import { sayer } from './say.ts'
import { type Form, inOne, personal, type Sentence } from './words.ts'

const say = sayer('finance')

export const sanctionsBegun = (name: string): Sentence => say('sanctionsBegun', { name })

type Loaded = { name: string; entries: number; added: number; removed: number }

/** A version of a list comes into force. */
export const sanctionsImported = (form: Form, { name, entries, added, removed }: Loaded): Sentence =>
  say(`sanctionsImported.${form}`, { name, count: entries, added, removed })

export const sanctionsPartLoaded = (name: string, part: number): Sentence => say('sanctionsPartLoaded', { part, name })

export const sanctionsEnded = (form: Form, name: string): Sentence => say(`sanctionsEnded.${form}`, { name })

export type SanctionsDecision = 'clear' | 'confirm'

/** `Sanctions hits of Sun Guild (guild:7) cleared`. */
export const sanctionsDecided = (
  form: Form,
  decision: SanctionsDecision,
  payees: readonly { payeeId: string; payeeName: string }[],
): Sentence =>
  say(`sanctionsDecided.${decision}.${form}`, {
    count: payees.length,
    names: inOne(
      payees.map(({ payeeId, payeeName }) =>
        personal(payeeName === '' ? payeeId : `${isolated(payeeName)} (${payeeId})`, payeeId.replace(':', ' ')),
      ),
    ),
  })
