/** The cookie of a browser that showed their portal last. The server reads it, and sends what this shell needs ahead. */
export const portalCookie = 'portal'

export type Belongs = { unionId: number | null; agentId: number | null }

/** Leaders and agents; staff belong to neither a guild nor an agent. */
export const isOutsider = ({ unionId, agentId }: Belongs): boolean => unionId !== null || agentId !== null
