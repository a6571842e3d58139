// /finance/withdraw: the desk where withdrawals are decided, and the list of all of them.
import { useAddress } from '../../../session/useAddress.ts'
import { AllWithdrawals } from './AllWithdrawals.tsx'
import { Desk } from './WithdrawDesk.tsx'
import { tabOf } from './WithdrawTabs.tsx'

export default function Withdraw() {
  const [address] = useAddress()
  return tabOf(address) === 'desk' ? <Desk /> : <AllWithdrawals />
}
