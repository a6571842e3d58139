-- Functions and triggers of the schema `chain`. Applied again whenever this file changes.

-- By chain: deposits that count, those of them that are nobody's, and proved payments; in millionths.
create or replace function chain.keep_deposits() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform chain.add_deposit(old, -1); end if;
  if tg_op <> 'DELETE' then perform chain.add_deposit(new, 1); end if;
  return null;
end $$;

create or replace function chain.add_deposit(d chain.deposit, sign int) returns void language plpgsql as $$
begin
  if d.vanished_at is not null or d.state not in ('credited', 'matched', 'unmatched', 'rejected') then return; end if;
  perform kit.add_to_sum('chain.settled', d.chain, sign * d.usdt_micros);
  if d.state in ('unmatched', 'rejected') then
    perform kit.add_to_sum('chain.unclaimed', d.chain, sign * d.usdt_micros);
  end if;
end $$;
select kit.keep_sums('chain.deposit', 'chain.keep_deposits',
  '(old.state, old.vanished_at, old.usdt_micros, old.chain) is distinct from (new.state, new.vanished_at, new.usdt_micros, new.chain)',
  '{chain.settled,chain.unclaimed}');

create or replace function chain.keep_paid() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.state = 'success' then perform kit.add_to_sum('chain.paid', old.chain, -old.usdt_micros); end if;
  if tg_op <> 'DELETE' and new.state = 'success' then perform kit.add_to_sum('chain.paid', new.chain, new.usdt_micros); end if;
  return null;
end $$;
select kit.keep_sums('chain.instruction', 'chain.keep_paid',
  '(old.state, old.usdt_micros, old.chain) is distinct from (new.state, new.usdt_micros, new.chain)', '{chain.paid}');
