-- What measurements on a large platform asked for (bench/README.md).

-- A reader may cut a transaction too large for one turn: of `boundary` it has read up to this key (`kit/new-rows.ts`).
alter table kit.reader add column within uuid;

-- Which accounts a filter of entries means, without looking at everybody's.
create index account_purpose on ledger.account (purpose, currency, id);

-- People who are here, by country and what else is asked of them; and the few whom no figure counts.
create index app_user_online_country on users.app_user (country, created_at desc, id desc) include (sex, level) where online;
create index app_user_left_out on users.app_user (id) include (online) where market_audit or internal;
