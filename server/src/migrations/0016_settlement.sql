-- How a guild's people are paid (product.md section 3, Settlement method): one way, by the leader, from the next week on.
alter table guilds.guild
  add column settlement_method text not null default 'guild pickup'
    check (settlement_method in ('guild pickup', 'anchor withdrawal'));
