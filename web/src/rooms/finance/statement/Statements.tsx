// /finance/statement: statements of gateways, or (`tab=…`) their differences, one statement's lines, and mappings.
import { useAddress } from '../../../session/useAddress.ts'
import DifferenceList from './DifferenceList.tsx'
import LineList from './LineList.tsx'
import MappingList from './MappingList.tsx'
import StatementList from './StatementList.tsx'
import { tabOf } from './StatementTabs.tsx'

const views = { statements: StatementList, differences: DifferenceList, lines: LineList, mappings: MappingList }

export default function Statements() {
  const [address] = useAddress()
  const View = views[tabOf(address)]
  return <View />
}
