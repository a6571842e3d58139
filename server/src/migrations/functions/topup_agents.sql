-- Functions and triggers of the schema `topup_agents`. Applied again whenever this file changes.

-- By agent: tokens bought and not taken back, and the debt for reversed purchases; by guild: what salary deductions took, in cents.
create or replace function topup_agents.keep_purchases() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform topup_agents.add_purchase(old, -1); end if;
  if tg_op <> 'DELETE' then perform topup_agents.add_purchase(new, 1); end if;
  return null;
end $$;

create or replace function topup_agents.add_purchase(p topup_agents.purchase, sign int) returns void language plpgsql as $$
begin
  if p.state not in ('credited', 'reversed') then return; end if;
  perform kit.add_to_sum('agent.bought', 'agent:' || p.agent_id, sign * (p.tokens - p.taken_tokens));
  perform kit.add_to_sum('agent.debt', 'agent:' || p.agent_id, sign * p.debt_micros);
  if p.kind = 'salary' and p.state = 'credited' then
    perform kit.add_to_sum('guild.deducted', 'guild:' || p.guild_id, sign * (p.usd_micros / 10000));
  end if;
end $$;
select kit.keep_sums('topup_agents.purchase', 'topup_agents.keep_purchases',
  '(old.state, old.tokens, old.taken_tokens, old.debt_micros, old.usd_micros, old.kind, old.agent_id, old.guild_id)
     is distinct from (new.state, new.tokens, new.taken_tokens, new.debt_micros, new.usd_micros, new.kind, new.agent_id, new.guild_id)',
  '{agent.bought,agent.debt,guild.deducted}');

-- Tokens of returned sales, by agent.
create or replace function topup_agents.keep_returned() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.state = 'agreed' then
    perform kit.add_to_sum('agent.returned', 'agent:' || s.agent_id, -old.tokens) from topup_agents.sale s where s.id = old.sale_id;
  end if;
  if tg_op <> 'DELETE' and new.state = 'agreed' then
    perform kit.add_to_sum('agent.returned', 'agent:' || s.agent_id, new.tokens) from topup_agents.sale s where s.id = new.sale_id;
  end if;
  return null;
end $$;
select kit.keep_sums('topup_agents.refund', 'topup_agents.keep_returned',
  '(old.state, old.tokens, old.sale_id) is distinct from (new.state, new.tokens, new.sale_id)', '{agent.returned}');
