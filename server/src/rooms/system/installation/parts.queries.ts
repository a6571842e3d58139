// The health of the installation's parts, and its sizes. Wall time.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'

export type ClientPart = {
  name: string
  enabled: boolean
  endpoint: string
  waiting: number
  dead: number
  last_event_at: Date | null
  last_delivered_at: Date | null
}

export async function clientParts(reader: Reader): Promise<ClientPart[]> {
  const { rows } = await sql<ClientPart>`
    select c.name, c.enabled, c.endpoint,
           (select count(*)::int from bridge.delivery d where d.client_id = c.id and d.state = 'waiting') as waiting,
           (select count(*)::int from bridge.delivery d where d.client_id = c.id and d.state = 'dead') as dead,
           (select max(t.minute) from bridge.traffic t where t.client_id = c.id) as last_event_at,
           (select max(d.delivered_at) from bridge.delivery d where d.client_id = c.id and d.state = 'delivered') as last_delivered_at
      from bridge.client c order by c.name limit 50`.execute(reader)
  return rows
}

export type CommonParts = {
  version: string
  since: Date
  sms_failed: number
  sms_last_at: Date | null
}

/** PostgreSQL's version and start, and messages of the last day. */
export async function commonParts(reader: Reader, dayAgo: Date): Promise<CommonParts> {
  const { rows } = await sql<CommonParts>`
    select current_setting('server_version') as version, pg_postmaster_start_time() as since,
           (select count(*)::int from access.sms_code where failed and at > ${dayAgo}) as sms_failed,
           (select max(at) from access.sms_code where not failed) as sms_last_at`.execute(reader)
  return rows[0]!
}

export type NodePart = { chain: string; name: string; state: string; since: Date }

/** The nodes of the chains, as the watcher last saw them. */
export async function nodeParts(reader: Reader): Promise<NodePart[]> {
  const { rows } = await sql<NodePart>`
    select chain, 'node ' || place as name, state, since from chain.node order by chain, place`.execute(reader)
  return rows
}

export type Size = { name: string; bytes: number }

/** What each schema takes of the database, the largest first. */
export async function sizesOf(reader: Reader): Promise<Size[]> {
  const { rows } = await sql<Size>`
    select n.nspname as name, sum(pg_total_relation_size(c.oid))::float8 as bytes
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
     group by n.nspname order by 2 desc, 1 limit 40`.execute(reader)
  return rows
}
