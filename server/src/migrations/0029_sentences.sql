-- What waits is told as a sentence in both languages; empty for what was asked before there were any.
alter table access.approval
  add column title_en text not null default '',
  add column title_cn text not null default '';
