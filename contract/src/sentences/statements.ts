// Decisions about statements and their differences, in one wording.
import { isolated } from '../isolated.ts'
import { amountOf, counted, type Form, inForm, listOf, type Sentence } from './words.ts'

type Of = { id: number; gateway: string }
const named = ({ id, gateway }: Of) => `${id} (${isolated(gateway)})`

export const mappingSaved = (name: string): Sentence => ({
  en: `Column mapping ${isolated(name)} saved`,
  cn: `已保存列映射 ${isolated(name)}`,
})
export const statementBegun = (of: Of): Sentence => ({
  en: `Import of statement ${named(of)} started`,
  cn: `已开始导入对账单 ${named(of)}`,
})
export const statementPartLoaded = ({ id, number }: { id: number; number: number }): Sentence => ({
  en: `Part ${number} of statement ${id} loaded`,
  cn: `已上传对账单 ${id} 的第 ${number} 个分片`,
})
export const statementConfirmed = (of: Of & { differences: number }): Sentence => ({
  en: `Statement ${named(of)} confirmed with ${counted(of.differences, 'difference')}`,
  cn: `已确认对账单 ${named(of)}，差异 ${amountOf(of.differences)} 项`,
})
export const statementDiscarded = (of: Of): Sentence => ({
  en: `Statement ${named(of)} discarded`,
  cn: `已作废对账单 ${named(of)}`,
})

const numbered = (ids: readonly number[]) => {
  const names = listOf(ids.map(String))
  return { en: `${ids.length === 1 ? 'Difference' : 'Differences'} ${names.en}`, cn: `对账差异 ${names.cn}` }
}
export const differencesClosed = (ids: readonly number[], close: boolean): Sentence => ({
  en: `${numbered(ids).en} ${close ? 'closed' : 'reopened'}`,
  cn: `${close ? '已关闭' : '已重新打开'}${numbered(ids).cn}`,
})
export const differenceNoted = (id: number): Sentence => ({
  en: `Comment on difference ${id}`,
  cn: `已备注对账差异 ${id}`,
})
/** `Differences 4 and 5 matched with orders ord-1 and ord-2`. */
export function differencesMatched(form: Form, ids: readonly number[], orders: readonly string[]): Sentence {
  const [of, to] = [numbered(ids), listOf(orders)]
  const noun = orders.length === 1 ? 'order' : 'orders'
  return inForm(
    form,
    { en: `${of.en} matched with ${noun} ${to.en}`, cn: `已将${of.cn} 与订单 ${to.cn} 匹配` },
    { en: `Match ${of.en.toLowerCase()} with ${noun} ${to.en}`, cn: `将${of.cn} 与订单 ${to.cn} 匹配` },
  )
}
