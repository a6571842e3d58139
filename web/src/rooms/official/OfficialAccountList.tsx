import { listed } from '../../format/listed.ts'
import { recordScreen } from '../../page/record/recordScreen.tsx'
import { Labelled } from '../../ui/Labelled.tsx'
import { loadable } from '../../ui/loadable.tsx'
import { PersonLink } from '../../ui/PersonLink.tsx'
import { accounts } from './officialAccounts.ts'

export default recordScreen({
  ...accounts,
  columns: {
    title: 200,
    person: { cell: ({ person }) => <PersonLink person={person} />, width: 220, links: true },
    enabled: 110,
    writers: {
      cell: ({ writers }) =>
        writers.length === 0 ? (
          <Labelled by="official:account.nobody" />
        ) : (
          listed(writers.map(({ username }) => username))
        ),
      width: 240,
    },
    note: 220,
    updatedBy: 130,
    updatedAt: 165,
  },
  form: loadable(() => import('./OfficialAccountForm.tsx')),
})
