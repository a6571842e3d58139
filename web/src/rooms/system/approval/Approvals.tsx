// /sys/approval: the desk where requests are decided, and the list of all of them.
import { useAddress } from '../../../session/useAddress.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { ApprovalList } from './ApprovalList.tsx'
import { tabOf } from './ApprovalTabs.tsx'
import { withTexts } from './requestTexts.ts'

const Desk = loadable(() => withTexts(() => import('./ApprovalDesk.tsx')))

export default function Approvals() {
  const [address] = useAddress()
  return tabOf(address) === 'desk' ? <Desk /> : <ApprovalList />
}
