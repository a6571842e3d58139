// /sys/bridge: the live app's back ends, what comes in from them, and what is delivered to them. The address names the
// part that is shown (`tab`), beside the filters of that part.
import { useAddress } from '../../../list/useAddress.ts'
import ClientList from './client/ClientList.tsx'
import { DeliveriesOff } from './DeliveriesOff.tsx'
import DeliveryList from './delivery/DeliveryList.tsx'
import RejectionList from './rejection/RejectionList.tsx'
import { tabOf } from './tabs.ts'
import Traffic from './traffic/Traffic.tsx'

const parts = { clients: ClientList, traffic: Traffic, rejections: RejectionList, deliveries: DeliveryList }

export default function Bridge() {
  const [address] = useAddress()
  const tab = tabOf(address)
  const Part = parts[tab]
  return (
    <>
      <DeliveriesOff />
      <Part key={tab} />
    </>
  )
}
