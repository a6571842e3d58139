// Settlements for calls about them, and a valid payload of each call that changes something.
import { aDraft, putInState } from '../src/rooms/guilds/settlement/settlement.fixture.ts'
import { everyMenu, person } from './people.ts'
import { reason, type World } from './world/base.ts'
import type { Write } from './writes/write.ts'

const one = { anchors: [{ bonus: 1_000, validDays: 1 }] }

/** A settlement in a state. */
export async function aSettlement({ product }: World, state = 'draft') {
  const made = await aDraft(product, one)
  if (state !== 'draft') await putInState(product.database, made.settlementId, state)
  return made
}

/** The guild whose settlement was made last, since payloads are made before callers. */
let guildId = 0
const aDraftOfHers = async (world: World): Promise<number> => {
  const { settlementId, guild } = await aSettlement(world)
  guildId = guild.id
  return settlementId
}
const itsLeader = async ({ product }: World) =>
  (await person(product, { permissions: everyMenu(3), unionId: guildId })).client

export const settlementWrites: Record<string, Write> = {
  settlementConfirm: {
    leaves: 'both',
    by: itsLeader,
    payload: async (world) => ({ settlementId: await aDraftOfHers(world), version: 1 }),
  },
  settlementDispute: {
    leaves: 'both',
    by: itsLeader,
    payload: async (world) => ({ settlementId: await aDraftOfHers(world), version: 1, reason, lines: [1] }),
  },
  settlementAnswer: {
    leaves: 'both',
    payload: async (world) => ({
      settlementId: (await aSettlement(world, 'disputed')).settlementId,
      version: 1,
      outcome: 'kept',
      answer: 'as it is',
    }),
  },
  settlementApprove: {
    leaves: 'both',
    payload: async (world) => ({ ids: [(await aSettlement(world, 'confirmed')).settlementId] }),
  },
  settlementRecompute: {
    leaves: 'both',
    payload: async (world) => ({ ids: [(await aSettlement(world)).settlementId], reason }),
  },
}
