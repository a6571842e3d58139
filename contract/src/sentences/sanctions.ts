// Decisions about sanctions lists and hits, in one wording.
import { isolated } from '../isolated.ts'
import { amountOf, type Form, inForm, inOne, type Sentence } from './words.ts'

export const sanctionsBegun = (name: string): Sentence => ({
  en: `Import of sanctions list ${isolated(name)} started`,
  cn: `已开始导入制裁名单 ${isolated(name)}`,
})

type Loaded = { name: string; entries: number; added: number; removed: number }

/** A version of a list comes into force. */
export function sanctionsImported(form: Form, { name, entries, added, removed }: Loaded): Sentence {
  const en = `${amountOf(entries)} entries, ${amountOf(added)} added, ${amountOf(removed)} removed`
  const cn = `共 ${amountOf(entries)} 条，新增 ${amountOf(added)} 条，移除 ${amountOf(removed)} 条`
  return inForm(
    form,
    { en: `Sanctions list ${isolated(name)} in force: ${en}`, cn: `制裁名单 ${isolated(name)} 已生效：${cn}` },
    { en: `Bring sanctions list ${isolated(name)} into force: ${en}`, cn: `启用制裁名单 ${isolated(name)}：${cn}` },
  )
}

export const sanctionsPartLoaded = (name: string, number: number): Sentence => ({
  en: `Part ${number} of sanctions list ${isolated(name)} loaded`,
  cn: `已上传制裁名单 ${isolated(name)} 的第 ${number} 个分片`,
})

export const sanctionsEnded = (form: Form, name: string): Sentence =>
  inForm(
    form,
    { en: `Sanctions list ${isolated(name)} ended`, cn: `已停用制裁名单 ${isolated(name)}` },
    { en: `End sanctions list ${isolated(name)}`, cn: `停用制裁名单 ${isolated(name)}` },
  )

export type SanctionsDecision = 'clear' | 'confirm'
const decisions = {
  clear: { done: { en: 'cleared', cn: '已排除' }, request: { en: 'Clear', cn: '排除' } },
  confirm: { done: { en: 'confirmed', cn: '已确认' }, request: { en: 'Confirm', cn: '确认' } },
} as const

/** `Sanctions hits of Sun Guild (guild:7) cleared`. */
export function sanctionsDecided(
  form: Form,
  decision: SanctionsDecision,
  payees: readonly { payeeId: string; payeeName: string }[],
): Sentence {
  const shown = payees.map(({ payeeId, payeeName }) => {
    const name = payeeName === '' ? payeeId : `${isolated(payeeName)} (${payeeId})`
    return { en: name, cn: name }
  })
  const of = inOne(shown)
  const noun = payees.length === 1 ? 'hit' : 'hits'
  const { done, request } = decisions[decision]
  return inForm(
    form,
    { en: `Sanctions ${noun} of ${of.en} ${done.en}`, cn: `${done.cn} ${of.cn} 的制裁名单匹配` },
    { en: `${request.en} sanctions ${noun} of ${of.en}`, cn: `${request.cn} ${of.cn} 的制裁名单匹配` },
  )
}
