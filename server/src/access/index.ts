import { login } from '@greenroom/contract/access'
import type { Config } from '../config.ts'
import { Refusal } from '../kit/refusal.ts'
import { type Served, serve } from '../kit/serve.ts'
import { record } from '../log/index.ts'
import type { Params } from '../params/index.ts'
import { meRoutes } from './me/routes.ts'
import { navRoutes } from './nav/routes.ts'
import { passwordMatches } from './password.ts'
import { openSession } from './session.ts'

export { ensureAdministrator } from './administrator.ts'
export { goodStaffPassword, hashPassword } from './password.ts'
export { maskPhone, readPhone } from './phone.ts'
export { builtInRoles } from './roles.ts'
export { authenticate, staffOfSession } from './session.ts'

export const accessRoutes = ({ config }: { params: Params; config: Config }): Served[] => [
  serve(login, async (context, payload) => {
    const staff = await context.database
      .selectFrom('access.staff')
      .selectAll()
      .where('username', '=', payload.username)
      .executeTakeFirst()
    if (!(await passwordMatches(payload.password, staff?.password_hash ?? null)) || !staff) throw new Refusal(12005)
    return context.tx(async (tx) => {
      const { token } = await openSession(tx, staff.id, context)
      await record(tx, context, {
        target: `staff ${staff.id}`,
        content: staff.username,
        before: null,
        after: null,
        actor: { id: staff.id, username: staff.username },
      })
      return { token, fileUrl: `${config.PUBLIC_URL ?? ''}/files/`, landingPageKey: '', checkPhoneNumber: false }
    })
  }),
  ...meRoutes,
  ...navRoutes,
]
