// Words of exported cells.
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
