import type { Round } from '../../../jobs/index.ts'
import { confirmDue } from './confirming.ts'
import { type Drafting, makeDrafts } from './drafts.ts'
import { renewDrafts } from './late.ts'

/** Drafts ended weeks, makes new versions after late facts, and confirms what is due. */
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
