-- Applications of top-up agents.
create schema topup_agents;

-- Applications of top-up agents; their review comes with the Recharge agent area.
create table topup_agents.application (
  user_id    bigint primary key references users.app_user,
  contact    text not null,
  note       text not null,
  state      text not null default 'under review'
             check (state in ('under review', 'rejected', 'approved', 'frozen', 'cancelled')),
  applied_at timestamptz(3) not null,
  version    int not null default 1
);
