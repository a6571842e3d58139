// /sys/approval: the desk where requests are decided, and the list of all of them.
import { useAddress } from '../../../session/useAddress.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { ApprovalList } from './ApprovalList.tsx'
import { tabOf } from './ApprovalTabs.tsx'
import { withTexts } from './texts.ts'

const Desk = loadable(() => withTexts(() => import('./desk/Desk.tsx')))

export default function Approvals() {
  const [address] = useAddress()
  return tabOf(address) === 'desk' ? <Desk /> : <ApprovalList />
}
