import { whitelist } from '@greenroom/contract/records/system'
import { whitelistChanged } from '@greenroom/contract/sentences/system'
import { whitelistCalls } from '@greenroom/contract/systemRecords'
import { Time } from '../../../format/Time.tsx'
import { recordScreen } from '../../../screen/record/recordScreen.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { loadable } from '../../../ui/loadable.tsx'

// Shared by the list and the form of the whitelist.
export const entries = {
  of: whitelist,
  calls: whitelistCalls,
  name: ({ value }: { value: string }) => value,
  message: whitelistChanged,
}

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
  form: loadable(() => import('./EntryForm.tsx')),
})
