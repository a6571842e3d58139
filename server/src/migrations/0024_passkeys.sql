-- Passkeys, recovery codes, and roles that ask for a passkey.

-- What a role asks for at log-in: `google` is a passkey or an authenticator. A server of 0.1.0 reads and writes `second_factor` alone, and asks
-- for the authenticator where a role asks for a passkey.
alter table access.role
  add column needs_passkey boolean not null default false,
  add column factor text not null generated always as
    (case when needs_passkey and second_factor = 'google' then 'passkey' else second_factor end) stored
    check (factor in ('none', 'sms', 'google', 'passkey'));

-- `public_key` is COSE, `counter` of the last use: a copy of the authenticator counts differently. `backed_up`: it is on several devices.
-- `known`: another account knew a credential of the account when it was added, so that it may be that account's.
create table access.passkey (
  id            int generated always as identity primary key,
  staff_id      int not null references access.staff on delete cascade,
  credential_id bytea not null unique,
  public_key    bytea not null,
  counter       bigint not null default 0,
  transports    text[] not null default '{}',
  name          text not null,
  backed_up     boolean not null default false,
  known         boolean not null default false,
  created_at    timestamptz(3) not null,
  last_used_at  timestamptz(3)
);
create index passkey_staff on access.passkey (staff_id, id);

-- What a passkey signs is derived from the token, which only its caller holds. `login`: of anybody; `bind`: at log-in, with the right password;
-- `add` and `prove`: of a session.
create table access.passkey_challenge (
  token_hash bytea primary key,
  kind       text not null check (kind in ('login', 'bind', 'add', 'prove')),
  staff_id   int references access.staff on delete cascade,
  session_id uuid references access.session on delete cascade,
  expires_at timestamptz(3) not null,
  spent_at   timestamptz(3),
  constraint owned check ((staff_id is null) = (kind = 'login') and (session_id is not null) = (kind in ('add', 'prove')))
);
create index passkey_challenge_staff on access.passkey_challenge (staff_id);
create index passkey_challenge_session on access.passkey_challenge (session_id);
create index passkey_challenge_expiry on access.passkey_challenge (expires_at);

-- Ten for each account, each for one log-in or proof instead of a lost factor. 80 random bits, hashed with the account.
create table access.recovery_code (
  staff_id   int not null references access.staff on delete cascade,
  code_hash  bytea not null,
  created_at timestamptz(3) not null,
  used_at    timestamptz(3),
  primary key (staff_id, code_hash)
);

-- Sessions opened with a passkey, which end with it.
alter table access.session drop constraint session_factor_check;
alter table access.session
  add constraint session_factor_check check (factor in ('none', 'sms', 'google', 'passkey')),
  add column passkey_id int references access.passkey on delete set null;
create index session_passkey on access.session (passkey_id) where passkey_id is not null;
