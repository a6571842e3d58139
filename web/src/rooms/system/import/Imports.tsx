// /sys/import: imports of an old console's data, or (`tab=faults`) what stands in the way of one.
import { useAddress } from '../../../session/useAddress.ts'
import ImportFaults from './ImportFaults.tsx'
import ImportList from './ImportList.tsx'

export default function Imports() {
  const [address] = useAddress()
  return address.get('tab') === 'faults' ? <ImportFaults /> : <ImportList />
}
