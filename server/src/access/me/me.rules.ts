// Rules for new passwords (spec section 5).
import type { ErrorCode } from '@greenroom/contract/errors'
import { goodAgencyPassword, goodStaffPassword } from '../access.password.ts'

/** The code a new password is refused with; agency accounts have their own rule. */
export function refusedPassword(account: { unionId: number | null }, old: string, fresh: string): ErrorCode | null {
  const good = account.unionId === null ? goodStaffPassword(fresh) : goodAgencyPassword(fresh)
  if (!good) return 12007
  return fresh === old ? 10009 : null
}
