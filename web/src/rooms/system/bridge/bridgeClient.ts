import type { RecordOf } from '@greenroom/contract/call'
import { clientList } from '@greenroom/contract/clients'
import { call } from '../../../api/call.ts'

export type Client = RecordOf<typeof clientList>

/** Finds a client among all, since there are few. */
export const readClient = async (clientId: number, signal?: AbortSignal): Promise<Client | undefined> =>
  (await call(clientList, { size: 200 }, signal ? { signal } : {})).records.find(
    (client) => client.clientId === clientId,
  )
