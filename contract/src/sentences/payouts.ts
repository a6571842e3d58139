// Decisions about payout batches, policies and the layouts of files, in one wording.
import { isolated } from '../isolated.ts'
import { type Change, changed, counted, type Form, inForm, type Sentence, usdOf } from './words.ts'

type Batch = { batchId: number; lines: number; usdCents: number | bigint }

const batchOf = ({ batchId, lines, usdCents }: Batch): Sentence => ({
  en: `${batchId}: ${counted(lines, 'payout')}, ${usdOf(usdCents)}`,
  cn: `${batchId}：${lines} 笔，${usdOf(usdCents)}`,
})

export const batchMade = (form: Form, batch: Batch): Sentence => {
  const of = batchOf(batch)
  return inForm(
    form,
    { en: `Payout batch ${of.en}, approved`, cn: `付款批次 ${of.cn}，已批准` },
    { en: `Payout batch ${of.en}`, cn: `付款批次 ${of.cn}` },
  )
}

/** Batches that were made together, one for each method. */
export const batchesMade = (form: Form, batches: readonly Batch[]): Sentence => {
  const [first] = batches
  if (first && batches.length === 1) return batchMade(form, first)
  const all = batches.map(batchOf)
  const of = { en: all.map(({ en }) => en).join('; '), cn: all.map(({ cn }) => cn).join('；') }
  return inForm(
    form,
    { en: `Payout batches ${of.en}, approved`, cn: `付款批次 ${of.cn}，已批准` },
    { en: `Payout batches ${of.en}`, cn: `付款批次 ${of.cn}` },
  )
}

export const batchDropped = (form: Form, batch: Batch): Sentence => {
  const of = batchOf(batch)
  return inForm(
    form,
    { en: `Payout batch dropped, ${of.en}`, cn: `已作废付款批次 ${of.cn}` },
    { en: `Drop payout batch ${of.en}`, cn: `作废付款批次 ${of.cn}` },
  )
}

/** `times`: how often it was sent, including this time. */
export const batchSent = (batch: Batch, format: string, times: number): Sentence => {
  const of = batchOf(batch)
  return times === 1
    ? { en: `Payout batch exported as ${format}, ${of.en}`, cn: `已导出付款批次（${format}）${of.cn}` }
    : {
        en: `Payout batch exported AGAIN (${times} times in total) as ${format}, ${of.en}`,
        cn: `再次导出付款批次（第 ${times} 次，${format}）${of.cn}`,
      }
}

/** Results of a batch. */
export const batchResult = (batchId: number, paid: number, failed: number): Sentence => ({
  en: `Result of payout batch ${batchId}: ${paid} paid, ${failed} failed`,
  cn: `付款批次 ${batchId} 的结果：成功 ${paid} 笔，失败 ${failed} 笔`,
})

const policy: Sentence = { en: 'Payout policy', cn: '付款规则' }

export const policyChanged = (form: Form, name: string, how: Change): Sentence => changed(policy, name, how, form)

export const mappingChanged = (names: readonly string[], how: Change): Sentence => {
  const shown = names.map(isolated).join(', ')
  return changed({ en: 'Layout of payout files', cn: '付款文件格式' }, { en: shown, cn: shown }, how)
}
