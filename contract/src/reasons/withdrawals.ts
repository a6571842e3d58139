import type { Sentence } from './sentence.ts'

export const withdrawals = {
  'withdrawal.waits': { en: 'it waits for a second member of staff', cn: '正在等待第二人审批' },
  'withdrawal.claimed': { en: '{by} has it on their desk', cn: '{by} 正在处理' },
  'withdrawal.held': { en: 'a ban holds it back: {why}', cn: '因封禁被冻结：{why}' },
  'withdrawal.routed': { en: 'a payout batch holds it', cn: '已列入付款批次' },
  'withdrawal.marketAudit': { en: 'an account of store reviewers is not paid', cn: '商店审核账号不可提现' },
  'withdrawal.underAge': {
    en: 'the user has not been verified as 18 or older',
    cn: '用户年龄未经认证或未满 18 岁',
  },
  'withdrawal.accountWaits': {
    en: 'the payout account is new and waits until {at}',
    cn: '收款账户为新账户，须等待至 {at}',
  },
  'withdrawal.policy': { en: 'the payout policy {name} forbids it', cn: '不符合付款规则 {name}' },
  'withdrawal.samePassed': {
    en: 'you passed it; another member of staff pays',
    cn: '您已通过该提现，须由其他人员付款',
  },
  'withdrawal.sameHands': {
    en: 'one person may control your account and that of who passed it',
    cn: '您的账号与通过人的账号可能由同一人控制',
  },
  'policy.locked': {
    en: 'it was changed a short while ago and is locked until {until}',
    cn: '最近变更过，锁定至 {until}',
  },
  'policy.already': { en: 'it is so already', cn: '已是该状态' },
  'policy.name': { en: 'there is a policy of this name', cn: '该规则名称已存在' },
  'sanctions.open': { en: 'a sanctions hit waits for two members of staff', cn: '制裁名单匹配待两人处理' },
  'sanctions.confirmed': { en: 'the payee is on a sanctions list', cn: '收款方在制裁名单上' },
  'sanctions.loading': { en: 'a version of this list is being imported', cn: '该名单的新版本正在导入' },
  'sanctions.columns': { en: 'the file has no column {columns}', cn: '文件缺少列 {columns}' },
  'sanctions.empty': { en: 'the file lists no one', cn: '文件中没有任何条目' },
  'sanctions.same': { en: 'this file is in force already', cn: '该文件已生效' },
  'sanctions.twice': { en: 'an id is in the file twice', cn: '文件中有重复的编号' },
  'sanctions.state': { en: 'its state has changed', cn: '状态已变更' },
} as const satisfies Record<string, Sentence>
