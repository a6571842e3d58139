// /finance/chargeback: all chargebacks, or (`tab=repeated`) those with more than one.
import { useAddress } from '../../../session/useAddress.ts'
import ChargebackList from './ChargebackList.tsx'
import { tabOf } from './ChargebackTabs.tsx'
import RepeatList from './RepeatList.tsx'

export default function Chargebacks() {
  const [address] = useAddress()
  return tabOf(address) === 'repeated' ? <RepeatList /> : <ChargebackList />
}
