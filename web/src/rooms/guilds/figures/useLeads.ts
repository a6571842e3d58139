import { useSession } from '../../../session/session.ts'

/** True for a guild's accounts, which see their own family alone. */
export const useLeads = (): boolean => useSession().user.unionId !== null
