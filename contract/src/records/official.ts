// The ordinary records of the Official area.
import { record } from '../record.ts'

/** A user of the app who speaks for the platform, and the staff who may write as them. */
export const officialAccount = record({
  thing: 'officialAccount',
  path: '/official/account',
  menu: 'official.account',
  key: 'id',
  as: 'account',
  verbs: ['info', 'save', 'update', 'enable'],
  fields: {
    id: { is: 'id' },
    userId: {
      is: 'whole',
      min: 1,
      set: 'once',
      ltr: true,
      en: 'User ID',
      cn: '用户 ID',
      hint: { en: 'The app user who speaks for the platform.', cn: '代表平台发言的应用用户。' },
    },
    person: { is: 'own', en: 'User', cn: '用户' },
    title: {
      is: 'text',
      max: 40,
      set: 'always',
      en: 'Title',
      cn: '头衔',
      hint: { en: 'Shown next to the name in the app.', cn: '应用会显示在昵称旁。' },
    },
    writerIds: { is: 'own', set: 'always', shown: false, en: 'Authorised senders', cn: '可发送的员工' },
    writers: { is: 'own', en: 'Authorised senders', cn: '可发送的员工' },
    note: { is: 'text', max: 200, lines: true, blank: true, set: 'always' },
    enabled: { is: 'flag' },
    updatedBy: { is: 'text' },
    updatedAt: { is: 'time', sort: true },
  },
  filters: { q: { is: 'text', max: 200 }, enabled: { is: 'flag' } },
  order: '-updatedAt',
  size: 20,
})
