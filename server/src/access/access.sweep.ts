// Removes expired rows; run regularly by a job (wall time throughout).
import { operationIdDays } from '@greenroom/contract/operationId'
import { wallNow } from '../kit/clock.ts'
import type { Database } from '../kit/database/database.ts'
import { idAt } from '../kit/random.ts'
import { before, day, hour } from './throttle.ts'

/** Tries and codes are kept a month for investigating attacks; no limit looks back that far. */
const kept = 30 * day

/**
 * Removes expired sessions, challenges, freezes, operation ids, captchas, links, tries, codes, and rounds and log-outs of the identity provider.
 *
 * @returns how many rows.
 */
export async function sweepAccess(database: Database): Promise<number> {
  const now = wallNow()
  const results = await Promise.all([
    database.deleteFrom('access.session').where('expires_at', '<=', now).executeTakeFirst(),
    database.deleteFrom('access.login_challenge').where('expires_at', '<=', before(now, day)).executeTakeFirst(),
    database.deleteFrom('access.passkey_challenge').where('expires_at', '<=', before(now, day)).executeTakeFirst(),
    database.deleteFrom('access.login_attempt').where('at', '<=', before(now, kept)).executeTakeFirst(),
    database.deleteFrom('access.login_freeze').where('until', '<=', before(now, kept)).executeTakeFirst(),
    database.deleteFrom('access.sms_code').where('at', '<=', before(now, kept)).executeTakeFirst(),
    database.deleteFrom('access.mail_code').where('at', '<=', before(now, kept)).executeTakeFirst(),
    // Older ids are refused.
    database
      .deleteFrom('access.operation')
      .where('id', '<', idAt(before(now, operationIdDays * day)))
      .executeTakeFirst(),
    database.deleteFrom('access.captcha').where('expires_at', '<=', before(now, hour)).executeTakeFirst(),
    database.deleteFrom('access.password_link').where('expires_at', '<=', before(now, kept)).executeTakeFirst(),
    database.deleteFrom('access.public_try').where('at', '<=', before(now, hour)).executeTakeFirst(),
    database.deleteFrom('access.provider_flow').where('expires_at', '<=', now).executeTakeFirst(),
    database.deleteFrom('access.provider_logout').where('expires_at', '<=', now).executeTakeFirst(),
  ])
  return results.reduce((sum, result) => sum + Number(result.numDeletedRows), 0)
}
