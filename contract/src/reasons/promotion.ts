import type { Sentence } from './sentence.ts'

export const promotion = {
  'channel.promoterStays': { en: "a channel's promoter can't be changed", cn: '渠道的推广商不能更换' },
  'channel.termPast': { en: 'terms can only start today or later', cn: '条款只能从今天或以后开始生效' },
  'landing.keyTaken': { en: 'another page has this key', cn: '该标识已被其他落地页使用' },
  'landing.noOrigin': {
    en: 'landing pages need an origin of their own: the setting LANDING_ORIGIN',
    cn: '落地页需要独立域名：请配置 LANDING_ORIGIN',
  },
  'landing.sameVersion': { en: 'A and B must differ', cn: 'A 与 B 必须不同' },
  'landing.noVersion': { en: 'no such version', cn: '版本不存在' },
  'landing.notPublished': { en: 'not published', cn: '未发布' },
  'benefit.past': { en: 'the period is over', cn: '时间段已结束' },
  'benefit.nothing': { en: 'give tokens, free minutes, or both', cn: '请填写代币或免费分钟' },
  'benefit.budget': {
    en: 'one grant costs {cost} tokens: the budget is too small',
    cn: '单次发放需 {cost} 代币，预算不足',
  },
  'benefit.channel': { en: 'no such active channels: {numbers}', cn: '渠道不存在或已停用：{numbers}' },
  'benefit.stopped': { en: 'already stopped', cn: '已停止' },
  'promoterSettle.running': { en: 'the month is not over', cn: '该月尚未结束' },
  'promoterSettle.notOpen': { en: 'already frozen', cn: '已锁定' },
  'promoterSettle.earlierFirst': { en: 'freeze {month} first', cn: '请先锁定 {month}' },
  'promoterSettle.laterFirst': { en: 'reopen {month} first', cn: '请先重新打开 {month}' },
  'promoterSettle.notFrozen': { en: 'not frozen', cn: '未锁定' },
  'promoterSettle.sameFrozen': {
    en: 'you froze it; another member of staff must approve',
    cn: '您锁定了该结算，须由另一名员工批准',
  },
  'promoterSettle.notApproved': { en: 'not approved, or already paid', cn: '未批准或已付款' },
  'promoterSettle.noAccount': { en: 'the promoter has no payout account in force', cn: '推广商没有生效的收款账户' },
  'promoter.nameTaken': {
    en: 'another promoter has this name, or one that looks like it',
    cn: '已有同名或形似名称的推广商',
  },
} as const satisfies Record<string, Sentence>
