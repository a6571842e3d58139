// The roles that code refers to; the migration inserts them in this order.

/** Ids of roles that cannot be deleted, because code refers to them. */
export const builtInRoles = { administrator: 1, guildLeader: 8, topUpAgent: 9 } as const
