#!/bin/sh
# Runs once, when the database's volume is empty: the owner of the tables, and the role that the servers work as, which owns nothing.
set -eu
psql --username "$POSTGRES_USER" --dbname postgres --set ON_ERROR_STOP=1 \
  --set "owner=$(cat /run/secrets/postgres_owner)" --set "app=$(cat /run/secrets/postgres_app)" <<'END'
create role greenroom login password :'owner';
create role greenroom_app login password :'app';
create database greenroom owner greenroom;
END
