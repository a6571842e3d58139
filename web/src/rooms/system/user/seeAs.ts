import type { Payload } from '@greenroom/contract/call'
import { seeAsBegin } from '@greenroom/contract/systemRights'
import { call } from '../../../api/call.ts'
import { keepSeeing } from '../../../api/seeing.ts'

/** Looks as a role or an account in this tab, from its Home on. The server answers as for it, so the whole page is loaded again. */
export async function beginSeeing(whom: Payload<typeof seeAsBegin>): Promise<void> {
  const { seeAsId } = await call(seeAsBegin, whom)
  keepSeeing(seeAsId)
  location.assign('/')
}
