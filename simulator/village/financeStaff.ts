// Actions of Finance staff in the village, by their regular calls.
import type { Answer, Call } from '@greenroom/contract/call'
import { approvalDecide } from '@greenroom/contract/system'
import type { Staff } from '../../server/src/kit/calls/context.ts'
import { accountNamed, actAt, contextAt, type VillageServices } from './context.ts'

type Act = <A>(at: Date, call: Call, payload: object) => Promise<A>
/** The Finance staff, with their calls. */
export type Finance = {
  staff: { maker: Staff }
  maker: Act
  checker: Act
  administrator: Act
  /** By the maker, with a file as the multipart reader adds it to the parsed payload. */
  upload: (at: Date, call: Call, payload: { file: Buffer } & Record<string, unknown>) => Promise<void>
  /** The checker approves a request. */
  approve: (at: Date, approvalId: string) => Promise<void>
}

export async function financeOf(services: VillageServices): Promise<Finance> {
  const by =
    (staff: Staff): Act =>
    (at, call, payload) =>
      actAt(services, staff, at, call, payload)
  const administrator = await accountNamed(services.database, 'admin')
  const account = await accountNamed(services.database, 'demo-finance-maker')
  const maker = by(account)
  const checker = by(await accountNamed(services.database, 'demo-finance-checker'))
  return {
    staff: { maker: account },
    maker,
    checker,
    administrator: by(administrator),
    upload: async (at, call, payload) => {
      await services.served(call.name)!.handle(contextAt(services, call, account, at), payload)
    },
    approve: async (at, approvalId) => {
      const { outcomes } = await checker<Answer<typeof approvalDecide>>(at, approvalDecide, {
        ids: [approvalId],
        decision: 'approve',
      })
      const failed = outcomes.find(({ ok }) => !ok)
      if (failed) throw new Error(`a request was not approved: ${JSON.stringify(failed)}`)
    },
  }
}
