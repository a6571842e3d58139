// Texts of exported cells.
import type { Words } from '../../kit/words.ts'

export const stateWords: Words = {
  'under review': { en: 'Under review', cn: '审核中' },
  normal: { en: 'Normal', cn: '正常' },
  rejected: { en: 'Rejected', cn: '已拒绝' },
  banned: { en: 'Banned', cn: '已封禁' },
  dissolved: { en: 'Dissolved', cn: '已解散' },
}

export const methodWords: Words = {
  'guild pickup': { en: 'Guild pickup', cn: '公会统一提现' },
  'anchor withdrawal': { en: 'Anchor withdrawal', cn: '主播自行提现' },
}

export const eventWords: Words = {
  registered: { en: 'Registered', cn: '注册' },
  approved: { en: 'Approved', cn: '审核通过' },
  rejected: { en: 'Rejected', cn: '审核拒绝' },
  banned: { en: 'Banned', cn: '封禁' },
  unbanned: { en: 'Unbanned', cn: '解封' },
  dissolved: { en: 'Dissolved', cn: '解散' },
  warned: { en: 'Warned', cn: '警告' },
  'leader changed': { en: 'Leader changed', cn: '更换会长' },
  'method changed': { en: 'Settlement method changed', cn: '变更结算方式' },
  'rate changed': { en: 'Rate changed', cn: '变更分成比例' },
  'parent changed': { en: 'Parent changed', cn: '变更上级公会' },
}

/** The fields that an event may change. */
export const detailWords: Words = {
  leaderUserId: { en: 'Leader', cn: '会长' },
  rateBp: { en: 'Rate', cn: '分成比例' },
  parentId: { en: 'Parent ID', cn: '上级公会 ID' },
  method: { en: 'Method', cn: '结算方式' },
  from: { en: 'From week', cn: '生效周' },
  day: { en: 'Day', cn: '天数' },
}
