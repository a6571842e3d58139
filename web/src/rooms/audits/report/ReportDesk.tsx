// /audit/report: the desk where reports are handled, and the list of all of them.
import { useAddress } from '../../../session/useAddress.ts'
import AllReports from './AllReports.tsx'
import { Desk } from './ReportCases.tsx'
import { tabOf } from './ReportTabs.tsx'

export default function ReportDesk() {
  const [address] = useAddress()
  return tabOf(address) === 'desk' ? <Desk /> : <AllReports />
}
