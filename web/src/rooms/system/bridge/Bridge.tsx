// /sys/bridge: the app's clients, incoming events, and deliveries. The address has the view (`tab`) and its filters.
import { useAddress } from '../../../session/useAddress.ts'
import { tabOf } from './BridgeTabs.tsx'
import ClientList from './ClientList.tsx'
import { DeliveriesOff } from './DeliveriesOff.tsx'
import DeliveryList from './DeliveryList.tsx'
import ErrorList from './ErrorList.tsx'
import HeldList from './HeldList.tsx'
import { ParkedWork } from './ParkedWork.tsx'
import RejectionList from './RejectionList.tsx'
import Traffic from './Traffic.tsx'

const parts = {
  clients: ClientList,
  traffic: Traffic,
  rejections: RejectionList,
  held: HeldList,
  deliveries: DeliveryList,
  errors: ErrorList,
}

export default function Bridge() {
  const [address] = useAddress()
  const tab = tabOf(address)
  const Part = parts[tab]
  return (
    <>
      <DeliveriesOff />
      <ParkedWork />
      <Part key={tab} />
    </>
  )
}
