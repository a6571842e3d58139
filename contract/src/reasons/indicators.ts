import type { Sentence } from './sentence.ts'

export const indicators = {
  'indicator.order': { en: 'the last day must not be before the first', cn: '结束日期不能早于开始日期' },
  'indicator.span': { en: 'at most two years', cn: '最多两年' },
  'indicator.figure': { en: 'not a figure of this dashboard', cn: '该数据页面没有此指标' },
  'indicator.parts': {
    en: "its parts do not add up, so the difference can't be explained",
    cn: '该指标的各部分不能相加，无法归因',
  },
  'indicator.noPeople': { en: 'this figure does not count users', cn: '该指标不统计用户' },
  'indicator.noRecords': { en: 'this figure counts no records', cn: '该指标没有可查看的记录' },
  'indicator.recordsGone': { en: 'records can be listed for {days} days', cn: '记录仅可查看最近 {days} 天' },
  'board.name': {
    en: 'you have another board of this name, or of one that looks like it',
    cn: '已有同名或形似名称的看板',
  },
  'board.none': { en: 'choose a board, or enter a name for a new one', cn: '请选择看板或填写新看板名称' },
  'board.many': { en: 'at most {most} boards', cn: '最多 {most} 个看板' },
  'board.full': { en: 'at most {most} figures per board', cn: '每个看板最多 {most} 个指标' },
  'board.key': { en: "can't be pinned from this dashboard", cn: '该数据页面没有此项，无法固定' },
  'board.role': { en: "roles without access to boards: can't be shared with them", cn: '该角色没有看板权限，无法共享' },
  'board.changed': { en: 'the board has changed in the meantime', cn: '看板已被修改' },
  'indicator.dimension': { en: "this figure can't be split so", cn: '该指标不支持按此维度拆分' },
  'indicator.peopleGone': { en: 'users are kept for {days} days', cn: '用户明细仅保留 {days} 天' },
  'note.author': { en: 'only its author {by} can change it', cn: '只有作者 {by} 可以修改' },
  'note.deleter': { en: 'only {by} or an administrator can delete it', cn: '只有作者 {by} 或管理员可以删除' },
} as const satisfies Record<string, Sentence>
