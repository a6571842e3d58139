-- What the application may do whose role owns nothing: in the ledger it may read and call the functions that post, and nothing
-- else, on the tables as on their partitions. `migrate` grants it to the role of DATABASE_URL where DATABASE_DIRECT_URL names another
-- one, the owner (docs/operating.md). The jobs' tables, which their library makes, are granted by `jobs/jobs.ts`.

-- Nothing is allowed that is not granted here, including PostgreSQL's default grants to everyone.
revoke all on schema ledger from public;
revoke all on all functions in schema ledger from public;
revoke all on function kit.ensure_months(regclass, date, int, boolean), log.ensure_personal_months(date, int),
  log.erase_words(text[]), bridge.forget_events(int, int) from public;

grant usage on schema kit, access, log, system, files, users, guilds, live, finance, chain, audits, community, promotion,
  topup_agents, official, bridge, flow, bulk, indicators, moving, privacy, notify, ledger to :"app";

-- Which migrations it has: `/readyz` and the figures say so.
grant select on kysely_migration to :"app";

-- The ledger: read, open, post, fold, close months. The jobs' own bookkeeping is not part of the ledger.
grant select on ledger.account, ledger.transfer, ledger.entry, ledger.hold_resolution, ledger.folded, ledger.verified,
  ledger.finding, ledger.month, ledger.booked, ledger.booked_day, ledger.detached_account, ledger.detached_booked to :"app";
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

-- An import brings promoters with their numbers, too.
grant update on sequence promotion.promoter_id_seq to :"app";

-- The log is append-only by its triggers; a role that owns no table cannot switch them off.
grant select, insert on all tables in schema log to :"app";
grant execute on function kit.ensure_months(regclass, date, int, boolean), log.ensure_personal_months(date, int),
  log.erase_words(text[]), bridge.forget_events(int, int) to :"app";
grant select, insert, update, delete on all tables in schema kit, access, system, files, users, guilds, live, finance, chain,
  audits, community, promotion, topup_agents, official, bridge, flow, bulk, indicators, moving, privacy, notify to :"app";
-- An import brings guilds with their numbers.
grant update on sequence guilds.guild_id_seq to :"app";
-- Folded anew from the beginning when the time zone changes.
grant truncate on finance.user_sum, finance.users_sum to :"app";
grant usage, select on all sequences in schema kit, access, log, system, files, users, guilds, live, finance, chain, audits,
  community, promotion, topup_agents, official, bridge, flow, bulk, indicators, moving, privacy, notify to :"app";
