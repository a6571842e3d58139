// The ordinary records of the Audit area.
import { machineLabels } from '../machineLabels.ts'
import { record } from '../record.ts'
import { auditKinds } from '../statesAndKinds.ts'

const title = {
  is: 'text',
  max: 60,
  set: 'always',
  hint: true,
} as const
const text = {
  is: 'text',
  max: 500,
  lines: true,
  set: 'always',
  hint: true,
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
    templateId: { is: 'id' },
    /** Its position in the list, which is also its key; from 1, unique. */
    sort: {
      is: 'whole',
      min: 1,
      max: 9_999,
      set: 'always',
      sort: true,
      hint: true,
    },
    titleEn: { ...title },
    titleCn: { ...title },
    textEn: { ...text },
    textCn: { ...text },
    kinds: {
      is: 'choices',
      of: auditKinds,
      texts: 'audits:options.kind',
      set: 'always',
      hint: true,
    },
    labels: {
      is: 'choices',
      of: machineLabels,
      texts: 'moderation:options.label',
      set: 'always',
      blank: true,
      hint: true,
    },
    uses: { is: 'whole' },
    enabled: { is: 'flag' },
    updatedBy: { is: 'text' },
    updatedAt: { is: 'time', sort: true },
  },
  texts: { title: 'titles', text: 'texts' },
  filters: {
    text: { is: 'text', max: 60 },
    kind: { is: 'choice', of: auditKinds, texts: 'audits:options.kind' },
    enabled: { is: 'flag' },
  },
  order: 'sort',
  size: 50,
})
