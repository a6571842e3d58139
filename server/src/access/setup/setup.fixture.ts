// A new installation in set-up, and people who log in to it with an authenticator.
import { login, passwordByLink } from '@greenroom/contract/access'
import { approvalDecide, approvalList } from '@greenroom/contract/system'
import { staffSave } from '@greenroom/contract/systemStaff'
import { sql } from 'kysely'
import { generate } from 'otplib'
import { adminPassword, type Client, type TestProduct } from '../../../test/product.ts'
import { wallNow } from '../../kit/clock.ts'
import { inTransaction } from '../../kit/database/database.ts'
import { askForFactors, beginSetup } from './setup.queries.ts'

export const password = 'Right-p4ss'
export const reason = 'because'

let place = 0
/** Somebody with an address of their own. */
export const aVisitor = (product: TestProduct): Client => product.as(undefined, `10.30.${++place >> 8}.${place & 255}`)

/** Authenticators, by account. */
const secrets = new Map<string, string>()

/** As after the first start: no colleague, and nobody has logged in. */
export async function begin({ database, owner }: TestProduct): Promise<void> {
  secrets.clear()
  await sql`truncate access.setup`.execute(owner)
  await sql`update access.approval set state = 'cancelled', decided_at = now() where state = 'pending'`.execute(
    database,
  )
  for (const table of ['setup_decider', 'setup_account', 'password_link', 'session'] as const)
    await database.deleteFrom(`access.${table}`).execute()
  await sql`delete from access.staff_role sr using access.staff s where s.id = sr.staff_id and not s.built_in`.execute(
    database,
  )
  await sql`update access.staff set google_secret = null, google_bound_at = null, google_step = 0,
                   deleted_at = case when built_in then null else coalesce(deleted_at, now()) end`.execute(database)
  await inTransaction(database, async (tx) => {
    await beginSetup(tx, wallNow())
    await askForFactors(tx, ['Administrator', 'Finance maker', 'Finance checker'])
  })
}

/** Logs in with password and authenticator, which is bound the first time. */
export async function enter(product: TestProduct, username: string, word = password): Promise<Client> {
  const visitor = aVisitor(product)
  // As if long ago: this step's code is valid again.
  await product.database.updateTable('access.staff').set({ google_step: 0n }).where('username', '=', username).execute()
  const known = secrets.get(username)
  const { secret = known ?? '', challenge } = known ? {} : await visitor.call(login, { username, password: word })
  const macCode = await generate({ secret, epoch: Math.floor(wallNow().getTime() / 1000) })
  const { token } = await visitor.call(login, { username, password: word, macCode, challenge })
  secrets.set(username, secret)
  return product.as(token)
}

export const enterAsAdmin = (product: TestProduct): Promise<Client> => enter(product, 'admin', adminPassword)

export async function roleId({ database }: TestProduct, name: string): Promise<number> {
  const row = await database.selectFrom('access.role').select('id').where('name', '=', name).executeTakeFirstOrThrow()
  return row.id
}

/** Adds a colleague with this role, who sets a password with the link. */
export async function colleague(product: TestProduct, by: Client, username: string, role: string): Promise<void> {
  const { links } = await by.call(staffSave, { username, roleIds: [await roleId(product, role)] })
  await aVisitor(product).call(passwordByLink, { token: links![0]!.token, newPassword: password })
}

/** The names of the roles that an account holds. */
export async function rolesOf({ database }: TestProduct, username: string): Promise<string[]> {
  const rows = await database
    .selectFrom('access.staff as s')
    .innerJoin('access.staff_role as sr', 'sr.staff_id', 's.id')
    .innerJoin('access.role as r', 'r.id', 'sr.role_id')
    .select('r.name')
    .where('s.username', '=', username)
    .where('s.deleted_at', 'is', null)
    .orderBy('r.name')
    .execute()
  return rows.map(({ name }) => name)
}

/** The requests that wait, with their titles. */
export const waiting = async (client: Client) => (await client.call(approvalList, { state: 'pending' })).records

export const decide = async (client: Client, id: string, decision: 'approve' | 'refuse') =>
  (await client.call(approvalDecide, { ids: [id], decision, reason })).outcomes[0]!
