// /finance/payout: payouts that are ready, batches, and file layouts.
import { useAddress } from '../../../session/useAddress.ts'
import { Batches } from './Batches.tsx'
import { Layouts } from './Layouts.tsx'
import { tabOf } from './PayoutTabs.tsx'
import { Ready } from './Ready.tsx'

export default function Payout() {
  const [address] = useAddress()
  const tab = tabOf(address)
  if (tab === 'batches') return <Batches />
  return tab === 'layouts' ? <Layouts /> : <Ready />
}
