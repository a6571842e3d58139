// Texts of this room's codes in exported files; same as on screens.
import type { Words } from '../../kit/words.ts'

export const stateWords: Words = {
  'under review': { en: 'Under review', cn: '审核中' },
  rejected: { en: 'Rejected', cn: '已拒绝' },
  approved: { en: 'Approved', cn: '已通过' },
  frozen: { en: 'Frozen', cn: '已冻结' },
  cancelled: { en: 'Cancelled', cn: '已取消' },
}
export const kindWords: Words = {
  usdt: { en: 'USDT', cn: 'USDT' },
  bank: { en: 'Bank transfer', cn: '银行转账' },
  salary: { en: 'Salary', cn: '工资抵扣' },
}
export const purchaseWords: Words = {
  'in review': { en: 'In review', cn: '核对中' },
  credited: { en: 'Credited', cn: '已入账' },
  refused: { en: 'Rejected', cn: '已拒绝' },
  reversed: { en: 'Reversed', cn: '已撤销' },
}
export const backWords: Words = {
  asked: { en: 'Return requested', cn: '申请撤回' },
  agreed: { en: 'Returned', cn: '已撤回' },
  refused: { en: 'Return rejected', cn: '拒绝撤回' },
}
export const movementWords: Words = {
  purchase: { en: 'Purchase', cn: '购买' },
  purchaseReversed: { en: 'Purchase reversed', cn: '撤销购买' },
  sale: { en: 'Sale', cn: '出售' },
  saleBack: { en: 'Sale returned', cn: '撤回出售' },
  buyBack: { en: 'Bought back', cn: '回购' },
  writeOff: { en: 'Written off', cn: '核销' },
}
