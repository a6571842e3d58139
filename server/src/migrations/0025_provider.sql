-- The company's identity provider (OpenID Connect): its settings, who is who there, and which of its groups give which roles.

-- As two members of staff set it; none if it is set by the environment, or not at all.
create table access.provider (
  one           boolean primary key default true check (one),
  issuer        text not null,
  -- How the button on the log-in page names it.
  name          text not null,
  client_id     text not null,
  -- Encrypted; null for a client without one.
  client_secret text,
  scopes        text not null,
  groups_claim  text not null,
  updated_at    timestamptz(3) not null,
  updated_by    text not null
);

-- The new secret of settings that wait, encrypted: requests themselves never change, and a new key renews it.
create table access.provider_secret (
  approval_id uuid primary key references access.approval on delete cascade,
  sealed      text not null
);

-- What came of the last look at its published settings: null is well. Wall time.
create table access.provider_check (
  one     boolean primary key default true check (one),
  issuer  text not null,
  at      timestamptz(3) not null,
  problem text check (problem in ('away', 'answer', 'issuer', 'pkce'))
);

-- A group of a provider gives a role. If the role has a right that counts, two made the mapping, or gave the role that right since.
create table access.provider_mapping (
  id         int generated always as identity primary key,
  issuer     text not null,
  group_name text not null,
  role_id    int not null references access.role,
  made_by    text not null,
  made_at    timestamptz(3) not null
);
create unique index provider_mapping_name on access.provider_mapping (issuer, kit.name_key(group_name), role_id);
create index provider_mapping_role on access.provider_mapping (role_id);

-- Who is who: by issuer and subject alone. Kept when the account is deleted, so that deleting it does not make room for another one.
create table access.provider_identity (
  issuer        text not null,
  subject       text not null,
  staff_id      int not null references access.staff on delete cascade,
  -- The account was made at the first log-in; otherwise its holder linked it.
  made          boolean not null,
  linked_at     timestamptz(3) not null,
  last_login_at timestamptz(3),
  primary key (issuer, subject)
);
create unique index provider_identity_staff on access.provider_identity (staff_id, issuer);

-- Which mappings gave an account roles at its last log-in with the provider.
create table access.provider_given (
  staff_id   int not null references access.staff on delete cascade,
  mapping_id int not null references access.provider_mapping on delete cascade,
  primary key (staff_id, mapping_id)
);
create index provider_given_mapping on access.provider_given (mapping_id);

-- Only a group gives the role: it counts in sessions that the provider opened, and goes with the mapping or the membership.
alter table access.staff_role add column by_provider boolean not null default false;

-- Set for sessions that the provider opened, which it may end.
alter table access.session
  add column provider_issuer  text,
  add column provider_subject text,
  add column provider_sid     text,
  add constraint from_provider check ((provider_issuer is null) = (provider_subject is null));
create index session_provider on access.session (provider_issuer, provider_subject) where provider_issuer is not null;

-- A log-in or a linking under way: bound to the browser that began it, and used once. Wall time.
create table access.provider_flow (
  state_hash   bytea primary key,
  browser_hash bytea not null,
  issuer       text not null,
  -- Encrypted: the nonce and the code's verifier.
  secrets      text not null,
  -- Whose account is to be linked, in which session; null: a log-in.
  staff_id     int references access.staff on delete cascade,
  session_id   uuid,
  expires_at   timestamptz(3) not null,
  constraint linking check ((staff_id is null) = (session_id is null))
);
create index provider_flow_staff on access.provider_flow (staff_id);
create index provider_flow_expiry on access.provider_flow (expires_at);

-- Log-outs that the provider has told of, so that none counts twice.
create table access.provider_logout (
  issuer     text not null,
  jti        text not null,
  expires_at timestamptz(3) not null,
  primary key (issuer, jti)
);
create index provider_logout_expiry on access.provider_logout (expires_at);

insert into access.menu (id, key, parent_id, type, texts, path, icon, cache_able, sort, built_in) values
  (20112, 'system.provider', 100, 'menu', '{"en": "Identity provider", "cn": "身份提供方"}', '/sys/provider', 'key', 1, 13, true);
insert into access.role_menu (role_id, menu_id, permission)
select role_id, 20112, 3 from access.role_menu g join access.role r on r.id = g.role_id
 where g.menu_id = 20110 and r.built_in and r.name = 'Administrator'
 union all
select role_id, 20112, 1 from access.role_menu where menu_id = 20110 and permission = 1;
