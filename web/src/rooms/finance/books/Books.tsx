// /finance/books: trial balance, profit and loss, receivables and payables, journal, months, and a printable sheet.
import { useAddress } from '../../../session/useAddress.ts'
import { Figures } from './BookFigures.tsx'
import { tabOf } from './BooksTabs.tsx'
import { Journal } from './Journal.tsx'
import { Months } from './Months.tsx'
import { Sheet } from './Sheet.tsx'
import { Trial } from './Trial.tsx'

const views = {
  trial: () => <Trial />,
  profit: () => <Figures of="profit" key="profit" />,
  owed: () => <Figures of="owed" key="owed" />,
  journal: () => <Journal />,
  months: () => <Months />,
  sheet: () => <Sheet />,
}

export default function Books() {
  const [address] = useAddress()
  return views[tabOf(address)]()
}
