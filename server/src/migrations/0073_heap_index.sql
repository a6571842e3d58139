-- outside a transaction
create index concurrently if not exists review_heap on audits.review (heap, waiting_since, id) where state = 'waiting' and heap is not null;
create index concurrently if not exists report_dynamic on audits.report (dynamic_id) where state = 'untreated' and dynamic_id is not null;
