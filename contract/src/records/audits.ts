// The ordinary records of the Audit area.
import { machineLabels } from '../machineLabels.ts'
import { record, type Words } from '../record.ts'
import type { auditKinds } from '../words.ts'

export const queues: Record<(typeof auditKinds)[number], Words> = {
  basic: { en: 'Basic info', cn: '基本信息' },
  photo: { en: 'Photos', cn: '照片' },
  official: { en: 'Official certification', cn: '官方认证' },
  library: { en: 'Photo library', cn: '相册' },
  avatar: { en: 'Avatars', cn: '头像' },
  cover: { en: 'Live covers', cn: '直播封面' },
  dynamic: { en: 'Posts', cn: '动态' },
  greeting: { en: 'Bulk greetings', cn: '群发打招呼' },
  report: { en: 'Reports', cn: '举报' },
}

const title = {
  is: 'text',
  max: 60,
  set: 'always',
  hint: { en: 'Shown to reviewers when they choose.', cn: '审核员选择时看到的名称。' },
} as const
const text = {
  is: 'text',
  max: 500,
  lines: true,
  set: 'always',
  hint: { en: 'Sent to the user in their language.', cn: '发送给用户的内容，按其语言发送。' },
} as const

/** Reasons for a fail, chosen by reviewers and sent to the user. */
export const auditTemplate = record({
  thing: 'auditTemplate',
  path: '/audit/template',
  menu: 'audits.template',
  key: 'templateId',
  as: 'template',
  verbs: ['save', 'update', 'turn'],
  fields: {
    templateId: { is: 'id', en: 'Id', cn: 'ID' },
    /** Its position in the list, which is also its key; from 1, unique. */
    sort: {
      is: 'whole',
      min: 1,
      max: 9_999,
      set: 'always',
      sort: true,
      en: 'Sort',
      cn: '排序',
      hint: {
        en: 'Position in the list, and number key for the first nine. Each position is unique.',
        cn: '在列表中的位置；前九个同时是快捷键。每个位置只能有一个模板。',
      },
    },
    titleEn: { ...title, en: 'English title', cn: '英文标题' },
    titleCn: { ...title, en: 'Chinese title', cn: '中文标题' },
    textEn: { ...text, en: 'English text', cn: '英文内容' },
    textCn: { ...text, en: 'Chinese text', cn: '中文内容' },
    kinds: {
      is: 'choices',
      of: queues,
      set: 'always',
      en: 'Queues',
      cn: '审核队列',
      hint: { en: 'The queues in which it can be chosen.', cn: '可在哪些队列中选用。' },
    },
    labels: {
      is: 'choices',
      of: machineLabels,
      set: 'always',
      blank: true,
      en: 'Machine labels',
      cn: '机审标签',
      hint: {
        en: 'For items with one of these labels, this reason is offered first.',
        cn: '对带有这些机审标签的内容，优先提供此原因。',
      },
    },
    uses: { is: 'whole', en: 'Uses, 30 days', cn: '近30天使用' },
    enabled: { is: 'flag', of: { true: { en: 'Enabled', cn: '已启用' }, false: { en: 'Disabled', cn: '已停用' } } },
    updatedBy: { is: 'text' },
    updatedAt: { is: 'time', sort: true },
  },
  filters: {
    text: { is: 'text', max: 60, en: 'Title or text', cn: '标题或内容' },
    kind: { is: 'choice', of: queues, en: 'Queue', cn: '审核队列' },
    enabled: { is: 'flag', en: 'Enabled', cn: '已启用' },
  },
  order: 'sort',
  size: 50,
})
