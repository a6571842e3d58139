-- Networks wider than /16 (IPv4) or /48 (IPv6) no longer skip the second factor: they end, and say so on the screen.
update system.whitelist set expires_at = created_at, version = version + 1
 where case when kind = 'ip' then masklen(value::inet) < case family(value::inet) when 4 then 16 else 48 end else false end;

-- Secrets are sealed with keys outside the database; the next start seals what lies here (`kit/seal`). A sealed text begins
-- with its key's id and a dot. What was sealed with the key in `kit.secret` is text without a dot until then.
alter table bridge.client_secret alter column sealed type text using encode(sealed, 'hex');
-- Who asked for a new secret fetches it once, when a second member of staff has approved it.
alter table bridge.client_secret add column reveal_to int references access.staff;
-- Begun within the last ten minutes, with their secrets in plain text: they are begun anew.
delete from access.login_challenge where kind = 'bindGoogle';

-- Tries from networks on the whitelist are counted, and freeze, apart from strangers': nobody outside locks out who sits there.
alter table access.login_attempt add column trusted boolean not null default false;
alter table access.login_freeze add column trusted boolean not null default false;
alter table access.login_freeze drop constraint login_freeze_pkey, add primary key (username, trusted);
