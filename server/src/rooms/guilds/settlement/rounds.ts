import type { Round } from '../../../jobs/index.ts'
import { confirmDue } from './confirming.ts'
import { type Drafting, makeDrafts } from './drafts.ts'
import { renewDrafts } from './late.ts'

/** Makes the drafts of weeks that ended and new versions of those that late facts changed, and confirms what is due. */
export const settlementRounds = (drafting: Drafting): Round[] => [
  {
    name: 'guild-settlements',
    milliseconds: 30_000,
    run: async () => {
      while (await makeDrafts(drafting));
      await renewDrafts(drafting)
      await confirmDue(drafting)
    },
  },
]
