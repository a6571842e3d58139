import { Time } from '../../format/Time.tsx'
import { recordScreen } from '../../page/record/recordScreen.tsx'
import { Labelled } from '../../ui/Labelled.tsx'
import { loadable } from '../../ui/loadable.tsx'
import { entries } from './whitelistEntries.ts'

export default recordScreen({
  ...entries,
  columns: {
    value: 240,
    kind: 130,
    state: 110,
    expiresAt: {
      cell: ({ expiresAt: at }) => (at === null ? <Labelled by="system:whitelist.never" /> : <Time at={at} />),
      width: 165,
    },
    note: 280,
    createdBy: 140,
    createdAt: 165,
  },
  form: loadable(() => import('./WhitelistForm.tsx')),
})
