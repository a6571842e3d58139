-- Receipts of sales that an agent shared: a page that says for 30 days whether the sale stands.
create table topup_agents.receipt (
  -- 80 random bits: who has it was given it.
  code    text primary key check (code ~ '^[a-z2-7]{16}$'),
  sale_id uuid not null unique references topup_agents.sale,
  made_at timestamptz(3) not null,
  ends_at timestamptz(3) not null
);
create index receipt_end on topup_agents.receipt (ends_at);
