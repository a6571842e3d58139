-- Set-up mode and invitations.

-- A new installation without a simulated app is in set-up until two accounts that may decide approvals have logged in with a factor. It has
-- one row then, which ends once; others have no row, or an ended one.
create table access.setup (
  one      boolean primary key default true check (one),
  began_at timestamptz(3) not null,
  ended_at timestamptz(3),
  ended_by text check (ended_by in ('second decider', 'simulated app')),
  constraint ended check ((ended_at is null) = (ended_by is null))
);

-- The accounts that logged in with a factor during set-up while they might decide approvals.
create table access.setup_decider (
  staff_id   int primary key references access.staff on delete cascade,
  entered_at timestamptz(3) not null
);

-- The accounts to which another one gave a right that counts, or a credential beside such a right, alone during set-up: when it ends, they lose
-- these rights until somebody else confirms them.
create table access.setup_account (
  staff_id int primary key references access.staff on delete cascade,
  by_id    int not null references access.staff,
  at       timestamptz(3) not null,
  check (staff_id <> by_id)
);
create index setup_account_by on access.setup_account (by_id);

-- Took effect at once, by its maker alone, during set-up. For good.
alter table access.approval add column in_setup boolean not null default false;
alter table access.approval drop constraint decided;
alter table access.approval add constraint decided
  check (case when in_setup then state = 'approved' and checker_id is null and not on_server
              when on_server then state in ('approved', 'failed') and checker_id is null
              else (state in ('approved', 'refused', 'failed')) = (checker_id is not null) end);

-- A link is kept for some time after its end, so that its page says what became of it: an account has one open link at most. A link that
-- another account made alone needs no code; that account then knows the password, as far as anybody can tell.
alter table access.password_link drop constraint password_link_pkey;
alter table access.password_link drop constraint password_link_link_hash_key;
alter table access.password_link add primary key (link_hash);
alter table access.password_link
  -- The account's first password: its holder is welcomed.
  add column invites boolean not null default false,
  -- Who made it alone; none: it needs its approver's code.
  add column made_by int references access.staff,
  add column ended_at timestamptz(3),
  add column outcome text check (outcome in ('used', 'revoked')),
  add constraint ended check ((ended_at is null) = (outcome is null));
create unique index password_link_open on access.password_link (staff_id) where ended_at is null;
create index password_link_staff on access.password_link (staff_id);
create index password_link_maker on access.password_link (made_by);
-- A link whose request still waits, or did not pass, is known by that request only.
create index approval_link on access.approval ((payload ->> 'link')) where payload ? 'link';
