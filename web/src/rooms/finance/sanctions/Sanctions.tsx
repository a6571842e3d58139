// /finance/sanctions: payees who may be on a sanctions list, or (`tab=…`) the lists and their entries.
import { useAddress } from '../../../session/useAddress.ts'
import EntryList from './EntryList.tsx'
import HitList from './HitList.tsx'
import { tabOf } from './SanctionsTabs.tsx'
import VersionList from './SanctionsVersions.tsx'

const views = { hits: HitList, lists: VersionList, entries: EntryList }

export default function Sanctions() {
  const [address] = useAddress()
  const View = views[tabOf(address)]
  return <View />
}
