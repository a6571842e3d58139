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
      hint: true,
    },
    person: { is: 'own' },
    title: {
      is: 'text',
      max: 40,
      set: 'always',
      hint: true,
    },
    writerIds: { is: 'own', set: 'always', shown: false },
    writers: { is: 'own' },
    note: { is: 'text', max: 200, lines: true, blank: true, set: 'always' },
    enabled: { is: 'flag' },
    updatedBy: { is: 'text' },
    updatedAt: { is: 'time', sort: true },
  },
  filters: { q: { is: 'text', max: 200 }, enabled: { is: 'flag' } },
  order: '-updatedAt',
  size: 20,
})
