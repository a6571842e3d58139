import type { Sentence } from './sentence.ts'

export const promotion = {
  'channel.promoterStays': { en: 'a channel keeps its promoter', cn: '渠道的推广商不能更换' },
  'channel.termPast': { en: 'terms begin today or later', cn: '条款只能从今天或以后开始' },
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
  'benefit.channel': { en: 'no such channel in use: {numbers}', cn: '渠道不存在或已停用：{numbers}' },
  'benefit.stopped': { en: 'stopped already', cn: '已停止' },
  'benefit.over': { en: 'it is over', cn: '已结束' },
  'promoterSettle.running': { en: 'the month is not over', cn: '该月尚未结束' },
  'promoterSettle.notOpen': { en: 'frozen already', cn: '已锁定' },
  'promoterSettle.earlierFirst': { en: 'freeze {month} first', cn: '请先锁定 {month}' },
  'promoterSettle.laterFirst': { en: 'reopen {month} first', cn: '请先重新打开 {month}' },
  'promoterSettle.notFrozen': { en: 'not frozen', cn: '未锁定' },
  'promoterSettle.sameFrozen': {
    en: 'you froze it; another member of staff approves',
    cn: '您锁定了该结算，须由其他人员批准',
  },
  'promoterSettle.sameHands': {
    en: 'you and the person who froze it may have access to each other’s accounts',
    cn: '您与锁定人可能控制对方的账号',
  },
  'promoterSettle.notApproved': { en: 'not approved, or paid already', cn: '未批准或已付款' },
  'promoterSettle.noAccount': { en: 'the promoter has no payout account in force', cn: '推广商没有生效的收款账户' },
  'promoter.nameTaken': { en: 'there is a promoter of this name already', cn: '已有同名的推广商' },
} as const satisfies Record<string, Sentence>
