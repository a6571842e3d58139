-- How often what the app reads under one key has changed: the version that `config.changed` carries.
create table bridge.config_version (
  key     text primary key,
  version int not null
);
