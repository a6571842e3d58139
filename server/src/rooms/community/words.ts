// Texts of states, for exports.
export const states = {
  shown: { en: 'Shown', cn: '显示' },
  hidden: { en: 'Hidden', cn: '隐藏' },
  removed: { en: 'Taken down', cn: '已下架' },
}
export const auditStates = {
  'not audited': { en: 'Not audited', cn: '未审核' },
  passed: { en: 'Passed', cn: '已通过' },
  failed: { en: 'Failed', cn: '不通过' },
}
