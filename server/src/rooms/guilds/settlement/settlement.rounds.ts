import { type Round, unitsOf } from '../../../jobs/index.ts'
import { closingReminder, confirmDue } from './settlement.confirming.ts'
import { type Drafting, makeDrafts } from './settlement.drafts.ts'
import { renewDrafts } from './settlement.late.ts'

const settlementsJob = 'guild-settlements'

/** Drafts ended weeks, makes new versions after late facts, confirms what is due, and reminds leaders a day before. */
export const settlementRounds = (drafting: Drafting): Round[] => {
  const remind = closingReminder(drafting)
  return [
    {
      name: settlementsJob,
      milliseconds: 30_000,
      // Each step even if another fails: a week that can't be drafted doesn't keep others from being renewed and confirmed.
      run: async () => {
        const units = unitsOf(drafting, settlementsJob)
        const parked = await units.parked()
        const steps = {
          drafts: async () => {
            while (await makeDrafts(drafting));
          },
          renewals: () => renewDrafts(drafting),
          confirmations: () => confirmDue(drafting),
          reminders: () => remind(),
        }
        for (const [name, step] of Object.entries(steps)) if (!parked.includes(name)) await units.attempt(name, step)
      },
    },
  ]
}
