// /finance/payout: what may be paid, the batches in which it leaves, and the layouts of their files.
import { useAddress } from '../../../session/useAddress.ts'
import { Batches } from './Batches.tsx'
import { Layouts } from './Layouts.tsx'
import { Ready } from './Ready.tsx'
import { tabOf } from './tabs.ts'

export default function Payout() {
  const [address] = useAddress()
  const tab = tabOf(address)
  if (tab === 'batches') return <Batches />
  return tab === 'layouts' ? <Layouts /> : <Ready />
}
