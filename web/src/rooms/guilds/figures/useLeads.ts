import { useSession } from '../../../session/session.ts'

/** True for a guild's accounts, which see only their own family. */
export const useLeads = (): boolean => useSession().user.unionId !== null
