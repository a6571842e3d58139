// App clients, as what can be stopped (docs/money.md, Stop switches).
import type { Stoppable } from '../../../access/index.ts'
import { allClients, clientById } from './bridgeScreen.queries.ts'

const isId = (thing: string) => /^[1-9]\d{0,8}$/.test(thing)

export const stoppableClients: Stoppable['client'] = {
  all: async (reader) => (await allClients(reader)).map(({ id, name }) => ({ thing: String(id), name })),
  async find(reader, thing) {
    const client = isId(thing) ? await clientById(reader, Number(thing)) : undefined
    return client && { thing, name: client.name }
  },
}
