// The guilds and agents that an act is about, so that nobody decides about their own.

/** Guilds and agents by their ids; `phones` are the numbers of those who become one by it. */
export type Parties = {
  guildIds?: readonly number[]
  agentIds?: readonly number[]
  phones?: readonly { areaCode: string; number: string }[]
}

/** For what is never about one guild or agent. */
export const noParties = (): Parties => ({})

/** The guilds and agents among payees, whose ids are `guild:12` and `agent:7`. */
export function partiesOfPayees(payeeIds: readonly string[]): Parties {
  const named = (kind: 'guild' | 'agent') => [
    ...new Set(payeeIds.flatMap((id) => (id.startsWith(`${kind}:`) ? [Number(id.slice(kind.length + 1))] : []))),
  ]
  return { guildIds: named('guild'), agentIds: named('agent') }
}
