-- Whether transfers are there already is told by their key as they are written, not by a look before it.
create or replace function ledger.post_expected(
  t_low uuid, t_high uuid,
  t_id uuid[], t_hash bytea[], t_kind text[], t_phase text[], t_hold uuid[], t_reference text[], t_refused int[],
  t_at timestamptz[], t_actor text, t_recorded timestamptz,
  a_id bigint[], a_name text[], a_posted bigint[], a_reserved bigint[], a_cost bigint[], p_id bigint[], p_name text[],
  l_transfer int[], l_line smallint[], l_account int[], l_amount bigint[], l_reserved bigint[], l_cost bigint[],
  m_transfer int[], m_line smallint[], m_account int[], m_amount bigint[],
  out accounts text, out known text
) language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  perform post(t_id, t_hash, t_kind, t_phase, t_hold, t_reference, t_refused, t_at, t_actor, t_recorded,
               a_id, a_name, a_posted, a_reserved, a_cost, p_id, p_name,
               l_transfer, l_line, l_account, l_amount, l_reserved, l_cost, m_transfer, m_line, m_account, m_amount);
exception when sqlstate 'P0G01' or unique_violation then
  select coalesce(o.accounts, ''), o.known into accounts, known
    from ledger.open(a_id || p_id, t_id, t_low, t_high, null, null, null) o;
end $$;
