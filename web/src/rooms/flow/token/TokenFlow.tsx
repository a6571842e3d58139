// /flow/token: every transfer of the ledger as one row, or (`tab=legs`) every leg.
import { useAddress } from '../../../session/useAddress.ts'
import Legs from './Legs.tsx'
import { tabOf } from './TokenTabs.tsx'
import Transfers from './Transfers.tsx'

export default function TokenFlow() {
  const [address] = useAddress()
  return tabOf(address) === 'legs' ? <Legs /> : <Transfers />
}
