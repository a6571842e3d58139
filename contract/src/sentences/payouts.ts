// Decisions about payout batches, policies and the layouts of files, in one wording.
import { isolated } from '../isolated.ts'
import { sayer } from './say.ts'
import { asItIs, type Change, changed, type Form, type Sentence, usdOf } from './words.ts'

const say = sayer('finance')

type Batch = { batchId: number; lines: number; usdCents: number | bigint }

const batchOf = ({ batchId, lines, usdCents }: Batch): Sentence =>
  say('batch', { id: String(batchId), count: lines, usd: usdOf(usdCents) })

export const batchMade = (form: Form, batch: Batch): Sentence => say(`batchMade.${form}`, { batch: batchOf(batch) })

/** Batches that were made together, one for each method. */
export function batchesMade(form: Form, batches: readonly Batch[]): Sentence {
  const [first, ...others] = batches
  if (first && others.length === 0) return batchMade(form, first)
  const all = others.reduce<Sentence>(
    (before, batch) => say('nextBatch', { before, batch: batchOf(batch) }),
    first ? batchOf(first) : asItIs(''),
  )
  return say(`batchesMade.${form}`, { batches: all })
}

export const batchDropped = (form: Form, batch: Batch): Sentence =>
  say(`batchDropped.${form}`, { batch: batchOf(batch) })

/** `times`: how often it was sent, including this time. */
export const batchSent = (batch: Batch, format: string, times: number): Sentence =>
  times === 1
    ? say('batchSent', { format, batch: batchOf(batch) })
    : say('batchSentAgain', { times, format, batch: batchOf(batch) })

/** Results of a batch. */
export const batchResult = (batchId: number, paid: number, failed: number): Sentence =>
  say('batchResult', { id: String(batchId), paid, failed })

export const policyChanged = (form: Form, name: string, how: Change): Sentence =>
  changed(say('policy'), name, how, form)

export const mappingChanged = (names: readonly string[], how: Change): Sentence =>
  changed(say('mapping'), names.map(isolated).join(', '), how)
