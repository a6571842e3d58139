import type { Sentence } from './sentence.ts'

export const withdrawals = {
  'withdrawal.waits': { en: 'waiting for another member of staff', cn: '正在等待另一名员工审批' },
  'withdrawal.decided': { en: 'already decided by {by}', cn: '{by} 已处理' },
  'withdrawal.claimed': { en: 'claimed by {by}', cn: '{by} 正在处理' },
  'withdrawal.held': { en: 'held back because of a ban: {why}', cn: '因封禁暂缓付款：{why}' },
  'withdrawal.routed': { en: 'already in a payout batch', cn: '已列入付款批次' },
  'withdrawal.marketAudit': { en: 'accounts of app store reviewers are not paid', cn: '商店审核账号不可提现' },
  'withdrawal.underAge': {
    en: 'the user has not been verified as 18 or older',
    cn: '用户年龄未经认证或未满 18 岁',
  },
  'withdrawal.accountWaits': {
    en: 'the payout account is new and on hold until {at}',
    cn: '收款账户为新账户，须等待至 {at}',
  },
  'withdrawal.policy': { en: 'not allowed by the payout policy {name}', cn: '不符合付款规则 {name}' },
  'policy.locked': {
    en: 'changed recently and locked until {until}',
    cn: '最近变更过，锁定至 {until}',
  },
  'policy.already': { en: 'no change needed', cn: '已是该状态' },
  'policy.share': { en: 'a share of the bonus applies to users only', cn: '收益比例仅适用于用户' },
  'policy.payees': { en: 'choose at least one payee', cn: '请至少选择一类收款方' },
  'policy.name': { en: 'another policy has this name, or one that looks like it', cn: '已有同名或形似名称的规则' },
  'sanctions.open': { en: 'an undecided sanctions hit needs two members of staff', cn: '制裁名单匹配待两人处理' },
  'sanctions.confirmed': { en: 'the payee is on a sanctions list', cn: '收款方在制裁名单上' },
  'sanctions.loading': { en: 'a version of this list is being imported', cn: '该名单的新版本正在导入' },
  'sanctions.columns': { en: 'missing columns in the file: {columns}', cn: '文件缺少列 {columns}' },
  'sanctions.empty': { en: 'the file has no entries', cn: '文件中没有任何条目' },
  'sanctions.same': { en: 'this file is already in force', cn: '该文件已生效' },
  'sanctions.twice': { en: 'an id occurs twice in the file', cn: '文件中有重复的 ID' },
  'sanctions.state': { en: 'its state has changed', cn: '状态已变更' },
} as const satisfies Record<string, Sentence>
