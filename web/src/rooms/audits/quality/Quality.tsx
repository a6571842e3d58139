// /audit/quality: how the queues fare, how each reviewer does, and where two reviewers disagreed. The address names the
// part that is shown (`tab`), beside the filters of that part.
import { loadTexts } from '../../../i18n/index.ts'
import { useAddress } from '../../../list/useAddress.ts'
import { Disagreements } from './Disagreements.tsx'
import { Queues } from './Queues.tsx'
import { Reviewers } from './Reviewers.tsx'
import { tabOf } from './tabs.ts'

// They come with the screen and not after its figures.
void loadTexts(['charts'])

const parts = { queues: Queues, reviewers: Reviewers, disagreements: Disagreements }

export default function Quality() {
  const [address] = useAddress()
  const tab = tabOf(address)
  const Part = parts[tab]
  return <Part key={tab} />
}
