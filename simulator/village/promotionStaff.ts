// The accounts that act in the village's promotion.
import type { Call } from '@greenroom/contract/call'
import { approvalDecide } from '@greenroom/contract/system'
import type { Staff } from '../../server/src/kit/calls/context.ts'
import { accountNamed, actAt, type VillageServices } from './context.ts'

/** The acting accounts, at any time. */
export async function staffOf(services: VillageServices) {
  const by = (staff: Staff) => ({
    staff,
    act: <A>(at: Date, call: Call, payload: object) => actAt<A>(services, staff, at, call, payload),
  })
  const [operations, maker, checker] = await Promise.all(
    ['demo-operations', 'demo-finance-maker', 'demo-finance-checker'].map((name) =>
      accountNamed(services.database, name),
    ),
  )
  const done = ({ outcomes }: { outcomes: { ok: boolean }[] }) => {
    const failed = outcomes.find(({ ok }) => !ok)
    if (failed) throw new Error(`not done: ${JSON.stringify(failed)}`)
  }
  return {
    operations: by(operations!),
    maker: by(maker!),
    checker: by(checker!),
    done,
    approve: async (at: Date, approvalId: string) =>
      done(await by(checker!).act(at, approvalDecide, { ids: [approvalId], decision: 'approve' })),
  }
}

export type Staffed = Awaited<ReturnType<typeof staffOf>>
