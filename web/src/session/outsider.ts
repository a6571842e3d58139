export type Belongs = { unionId: number | null; agentId: number | null }

/** Leaders and agents; staff belong to neither a guild nor an agent. */
export const isOutsider = ({ unionId, agentId }: Belongs): boolean => unionId !== null || agentId !== null
