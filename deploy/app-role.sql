-- A role for the application that owns nothing: in the ledger it may read and call the functions that post, and nothing
-- else, on the tables as on their partitions. Run it as the owner of the database, after every update of Greenroom:
--
--   create role greenroom_app login password '…';                       -- once, by an administrator
--   psql "$DATABASE_DIRECT_URL" -v app=greenroom_app -f deploy/app-role.sql
--
-- Then DATABASE_URL names this role, DATABASE_DIRECT_URL the owner, who migrates.

-- Nothing is allowed that is not granted here, including PostgreSQL's default grants to everyone.
revoke all on schema ledger from public;
revoke all on all functions in schema ledger from public;
revoke all on function kit.ensure_months(regclass, date, int, boolean), log.ensure_personal_months(date, int) from public;

grant usage on schema kit, access, log, system, files, users, guilds, live, finance, chain, audits, community, promotion,
  topup_agents, official, bridge, flow, bulk, indicators, moving, ledger to :"app";

-- The ledger: read, open, post, fold, close months. The jobs' own bookkeeping is not part of the ledger.
grant select on ledger.account, ledger.transfer, ledger.entry, ledger.hold_resolution, ledger.folded, ledger.verified,
  ledger.finding, ledger.month, ledger.booked, ledger.booked_day to :"app";
grant update on ledger.verified to :"app";
grant insert on ledger.finding to :"app";
grant execute on function
  ledger.ensure_accounts(text[], text[], text[], boolean[], bigint[]),
  ledger.open(bigint[], uuid[], uuid, uuid, uuid[], uuid, uuid),
  ledger.hold(text[], text[], text[]),
  ledger.post(ledger.batch),
  ledger.post_expected(ledger.batch),
  ledger.fold(int),
  ledger.id_time_differs(uuid, timestamptz),
  ledger.close_month(date, timestamptz, timestamptz, text, text, timestamptz),
  ledger.finish_closing(timestamptz),
  ledger.ensure_months(date, int)
  to :"app";

-- The log is append-only by its triggers; a role that owns no table cannot switch them off.
grant select, insert on all tables in schema log to :"app";
grant execute on function kit.ensure_months(regclass, date, int, boolean), log.ensure_personal_months(date, int) to :"app";
grant select, insert, update, delete on all tables in schema kit, access, system, files, users, guilds, live, finance, chain,
  audits, community, promotion, topup_agents, official, bridge, flow, bulk, indicators, moving to :"app";
grant usage, select on all sequences in schema kit, access, log, system, files, users, guilds, live, finance, chain, audits,
  community, promotion, topup_agents, official, bridge, flow, bulk, indicators, moving to :"app";
