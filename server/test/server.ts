import pg from 'pg'

/** The migrated database that the others are copied from. */
export const template = 'greenroom_template'

/** The migrated database on which the product can start: with its administrator (`started.ts`). */
export const startTemplate = 'greenroom_template_start'

/** The role of the products that tests start: it owns nothing, as operators are told to run Greenroom. */
export const applicationRole = 'greenroom_app'
const applicationPassword = 'of-tests'

/** Makes it, as an administrator of the server; the owner of the databases may see what it waits for, and end its connections. */
export async function makeApplicationRole(client: pg.Client, serverUrl: string): Promise<void> {
  const owner = pg.escapeIdentifier(decodeURIComponent(new URL(serverUrl).username))
  await client.query(`
    do $$ begin
      create role ${applicationRole} login password '${applicationPassword}';
    exception when duplicate_object then null; end $$;
    grant ${applicationRole} to ${owner}`)
}

/** The same database as the application's role. */
export function asApplication(url: string): string {
  const other = new URL(url)
  other.username = applicationRole
  other.password = applicationPassword
  return other.href
}

/** The URL of another database on the same server. */
export function databaseAt(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${encodeURIComponent(database)}`
  return url.href
}

/** Copies the template's files: logging every page, which is the default, takes three times the processor time. */
export const copyOf = (name: string, from: string = template): string =>
  `CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY FILE_COPY`

/** Connections that stay open for the queries of many tests. */
export const poolOf = (url: string): pg.Pool => new pg.Pool({ connectionString: url, max: 2, idleTimeoutMillis: 0 })

/** Runs a function on one connection and closes it. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
