// /sys/bridge: the app's clients, incoming events, and deliveries. The address has the view (`tab`) and its filters.
import { useAddress } from '../../../session/useAddress.ts'
import ClientList from './client/ClientList.tsx'
import { DeliveriesOff } from './DeliveriesOff.tsx'
import DeliveryList from './delivery/DeliveryList.tsx'
import ErrorList from './error/ErrorList.tsx'
import HeldList from './held/HeldList.tsx'
import { ParkedWork } from './ParkedWork.tsx'
import RejectionList from './rejection/RejectionList.tsx'
import { tabOf } from './Tabs.tsx'
import Traffic from './traffic/Traffic.tsx'

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
