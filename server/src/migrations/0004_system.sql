-- The System area: parameters, app versions, whitelist, countries, gift templates.
create schema system;

-- Built-in parameters are declared in code; a row exists only for changed ones and for those added by staff.
create table system.param (
  key              text primary key,
  type             text not null check (type in ('text', 'integer', 'boolean', 'choice', 'timeZone', 'json')),
  value            text not null,
  -- The name of one that staff added; the catalogue of texts names the built-in ones.
  texts            jsonb check (kit.are_texts(texts)),
  front_end_needed boolean not null default false,
  built_in         boolean not null,
  updated_at       timestamptz(3) not null,
  updated_by       text not null,
  version          int not null default 1,
  constraint param_named check (built_in = (texts is null))
);
create unique index param_key on system.param (lower(key));

create table system.param_change (
  id          int generated always as identity primary key,
  key         text not null,
  version     int not null,
  before      text,
  after       text not null,
  reason      text not null,
  changed_by  text not null,
  approved_by text,
  changed_at  timestamptz(3) not null,
  unique (key, version)
);
create index param_change_key on system.param_change (key, id desc);

create table system.app_version (
  id            int generated always as identity primary key,
  app           text not null,
  name          text not null,
  build         int not null check (build > 0),
  address       text not null check (address like 'https://%'),
  description   text not null,
  mandatory     boolean not null,
  share_percent smallint not null check (share_percent between 0 and 100),
  created_by    text not null,
  created_at    timestamptz(3) not null,
  updated_by    text not null,
  updated_at    timestamptz(3) not null,
  version       int not null default 1
);
create unique index app_version_build on system.app_version (app, build);
create index app_version_created on system.app_version (created_at desc, id desc);
create index app_version_app on system.app_version (app, created_at desc, id desc);
create index app_version_by_build on system.app_version (build, id);

-- `value` is stored as the rules normalise it, so that the unique index sees one network written two ways as one.
create table system.whitelist (
  id         int generated always as identity primary key,
  kind       text not null check (kind in ('ip', 'user', 'device', 'withdrawal')),
  value      text not null,
  note       text not null default '',
  expires_at timestamptz(3),
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_by text not null,
  updated_at timestamptz(3) not null,
  version    int not null default 1
);
create unique index whitelist_value on system.whitelist (kind, value);
create index whitelist_created on system.whitelist (created_at desc, id desc);
create index whitelist_by_value on system.whitelist (value, id);

-- Names sort as readers expect: Åland beside Albania, Chinese names by pronunciation.
create table system.country (
  code         text primary key check (code ~ '^[A-Z]{2}$'),
  code3        text not null unique,
  texts        jsonb not null check (kit.are_texts(texts)),
  dialling_code text not null,
  currency     text not null,
  region       text not null,
  sort         int not null,
  enabled      boolean not null default true,
  -- Empty until staff edit the row.
  updated_by   text not null default '',
  updated_at   timestamptz(3),
  version      int not null default 1
);
create index country_sort on system.country (sort, code);
create index country_name_en on system.country ((texts ->> 'en') collate "und-x-icu", code);
create index country_name_cn on system.country (coalesce(texts ->> 'cn', texts ->> 'en') collate "zh-x-icu", code);

create table system.gift_template (
  id         int generated always as identity primary key,
  name       text not null check (char_length(name) between 1 and 20),
  scene      text not null check (scene in ('live', 'call', 'chat', 'dynamic')),
  -- Of the catalogue (official.gift), in display order.
  gift_ids   int[] not null check (cardinality(gift_ids) between 6 and 10 and cardinality(gift_ids) % 2 = 0),
  enabled    boolean not null default false,
  remark     text not null default '',
  updated_by text not null,
  updated_at timestamptz(3) not null,
  version    int not null default 1
);
create unique index gift_template_enabled on system.gift_template (scene) where enabled;
create index gift_template_updated on system.gift_template (updated_at desc, id desc);
create index gift_template_name on system.gift_template (name, id);

-- Parameters whose *editable* flag an administrator set; the others follow their declaration. Separate from `param`, which has no row for a
-- parameter with its default value.
create table system.param_editable (
  key      text primary key,
  editable boolean not null,
  set_by   text not null,
  set_at   timestamptz(3) not null
);

-- Errors of the front end, counted by release, screen and message. No user, no address, no contents of forms.
create table system.front_error (
  id       int generated always as identity primary key,
  -- A hash of release, screen, kind and message.
  digest   bytea not null unique,
  release  text not null,
  screen   text not null,
  kind     text not null check (kind in ('crash', 'rejection', 'load')),
  message  text not null,
  stack    text not null,
  browser  text not null,
  state    text not null default 'new' check (state in ('new', 'known')),
  times    int not null default 1,
  first_at timestamptz(3) not null,
  last_at  timestamptz(3) not null,
  known_by text not null default ''
);
create index front_error_last on system.front_error (last_at desc, id desc);
create index front_error_times on system.front_error (times desc, id desc);
create index front_error_state on system.front_error (state, last_at desc, id desc);
create index front_error_screen on system.front_error (screen, last_at desc, id desc);
create index front_error_release on system.front_error (release, last_at desc, id desc);
create index front_error_kind on system.front_error (kind, last_at desc, id desc);
