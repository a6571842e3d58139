// /audit/quality: figures of queues and reviewers, and disagreements. The address has the view (`tab`) and its filters.
import { loadTexts } from '../../../i18n/index.ts'
import { useAddress } from '../../../session/useAddress.ts'
import { Disagreements } from './Disagreements.tsx'
import { tabOf } from './QualityPage.tsx'
import { Queues } from './Queues.tsx'
import { Reviewers } from './Reviewers.tsx'

// Bundled with the screen, not loaded after its figures.
void loadTexts(['charts'])

const parts = { queues: Queues, reviewers: Reviewers, disagreements: Disagreements }

export default function Quality() {
  const [address] = useAddress()
  const tab = tabOf(address)
  const Part = parts[tab]
  return <Part key={tab} />
}
