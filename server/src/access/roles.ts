// The roles that the code itself names; the migration writes them in this order.

/** Ids of roles that cannot be deleted: they mean something to the code. */
export const builtInRoles = { administrator: 1, guildLeader: 8, topUpAgent: 9 } as const
