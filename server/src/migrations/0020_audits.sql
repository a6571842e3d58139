-- The Audit area: looks that reviewers take, their templates and settings.

-- One look that somebody has to take or took: of an item, or of the untreated reports against one person (kind `report`).
-- An item's first look, its appeal and a second look to compare are rows of their own, so that the rows of an item are its
-- history. `overturn` is a decision that was made without a queue.
create table audits.review (
  id             uuid primary key,
  kind           text not null
                 check (kind in ('basic', 'photo', 'official', 'library', 'avatar', 'cover', 'dynamic', 'greeting', 'report')),
  purpose        text not null check (purpose in ('first', 'appeal', 'quality', 'overturn')),
  item_id        text references audits.item,
  -- Whose item it is, or who is reported.
  user_id        bigint not null references users.app_user,
  appeal_id      text references audits.appeal,
  score          real not null default 0,
  -- Of its item, so that a queue is narrowed without reading items.
  labels         text[] not null default '{}',
  -- For sorting and waiting times; a second look begins to wait when the first can no longer be undone.
  waiting_since  timestamptz(3) not null,
  -- Staff who may not take it: who decided before.
  not_by         int[] not null default '{}',
  -- Staff who left it to others.
  skipped_by     int[] not null default '{}',
  claimed_by     int,
  claimed_at     timestamptz(3),
  claimed_until  timestamptz(3),
  state          text not null default 'waiting' check (state in ('waiting', 'done')),
  -- Of items `passed` or `failed`, of reports `processed`.
  decision       text check (decision in ('passed', 'failed', 'processed')),
  -- What the item was before: an undo returns there.
  before_state   text,
  template_id    int,
  -- What the person was told, in her language.
  reason         text not null default '',
  note           text not null default '',
  decided_by     int,
  decided_name   text not null default '',
  decided_at     timestamptz(3),
  -- A later look decided otherwise.
  overturned     boolean not null default false,
  -- Of a second look: the one it is compared with.
  compares_id    uuid,
  version        int not null default 1,
  check ((kind = 'report') = (item_id is null)),
  check ((state = 'done') = (decided_at is not null and decision is not null)),
  check ((claimed_by is null) = (claimed_until is null))
);
-- One open look of each purpose an item, one open look a reported person.
create unique index review_open_item on audits.review (item_id, purpose) where state = 'waiting' and item_id is not null;
create unique index review_open_report on audits.review (user_id) where state = 'waiting' and item_id is null;
create index review_by_score on audits.review (kind, score desc, waiting_since, id) where state = 'waiting';
create index review_by_waiting on audits.review (kind, waiting_since, id) where state = 'waiting';
create index review_appeals on audits.review (kind, waiting_since, id) where state = 'waiting' and purpose = 'appeal';
-- What is not for everybody.
create index review_excluding on audits.review (kind) where state = 'waiting' and (not_by <> '{}' or skipped_by <> '{}');
create index review_held on audits.review (claimed_by, kind) where state = 'waiting' and claimed_by is not null;
create index review_decided on audits.review (decided_at desc, id desc) where state = 'done';
create index review_decided_kind on audits.review (kind, decided_at desc, id desc) where state = 'done';
create index review_decided_by on audits.review (decided_by, decided_at desc, id desc) where state = 'done';
create index review_decided_name on audits.review (decided_name, decided_at desc, id desc) where state = 'done';
create index review_item on audits.review (item_id, decided_at desc);
create index review_user on audits.review (user_id, decided_at desc, id desc);
create index review_template on audits.review (template_id, decided_at desc) where template_id is not null;
create index review_purpose on audits.review (purpose, decided_at desc, id desc) where state = 'done' and purpose <> 'first';
create index review_arrived on audits.review (waiting_since, kind);

-- The untreated reports against a person wait together.
alter table audits.report add column review_id uuid references audits.review;
create index report_review on audits.report (review_id);
create index report_decided on audits.report (decided_at desc, id desc) where state = 'processed';
create index report_reported on audits.report (reported_at desc, id desc);
-- What waits against a call; `report_live` serves broadcasts.
create index report_call on audits.report (call_id) where call_id is not null;

alter table audits.appeal
  add column decided_at timestamptz(3),
  add column outcome    text not null default '' check (outcome in ('', 'passed', 'failed'));

-- Why something fails, as the person is told.
create table audits.template (
  id         int primary key generated always as identity,
  kinds      text[] not null,
  title_en   text not null,
  title_cn   text not null,
  text_en    text not null,
  text_cn    text not null,
  sort       int not null unique,
  enabled    boolean not null default true,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  version    int not null default 1
);
-- Titles are what reviewers choose by.
create unique index template_title_en on audits.template (lower(title_en));
create unique index template_title_cn on audits.template (lower(title_cn));

-- How a reviewer likes to see pictures.
create table audits.setting (
  staff_id   int primary key references access.staff on delete cascade,
  blur       boolean not null default false,
  greyscale  boolean not null default false,
  page_items int not null default 12 check (page_items between 2 and 40),
  view       text not null default 'grid' check (view in ('grid', 'single')),
  sort       text not null default 'score' check (sort in ('score', 'waiting'))
);

-- What waits from before.
insert into audits.review (id, kind, purpose, item_id, user_id, score, labels, waiting_since)
select gen_random_uuid(), kind, 'first', id, user_id, score, labels, submitted_at from audits.item where state = 'not audited';
with people as (
  insert into audits.review (id, kind, purpose, user_id, score, waiting_since)
  select gen_random_uuid(), 'report', 'first', user_id, least(1, 0.2 * count(*)), min(reported_at)
    from audits.report where state = 'untreated' group by user_id
  returning id, user_id)
update audits.report r set review_id = p.id from people p where r.user_id = p.user_id and r.state = 'untreated';

-- The queue is of reviews now.
drop index audits.item_queue;
drop index audits.item_waiting;

-- A person's newest certification, shown beside what she submits later.
create index item_certified on audits.item (user_id, decided_at desc) where kind = 'official' and state = 'passed';

-- What a post was before an auditor took it down, and the version this made of it: staff who changed it since have the word.
alter table community.dynamic
  add column removed_from    text check (removed_from in ('shown', 'hidden')),
  add column removed_version int;

insert into audits.template (kinds, title_en, title_cn, text_en, text_cn, sort, updated_at, updated_by) values
  ('{photo,library,avatar,cover,dynamic}', 'Nudity or sexual content', '裸露或色情',
   'Your content shows nudity or is sexual. Please choose another.', '您的内容包含裸露或色情信息，请更换后重新提交。', 1, now(), 'system'),
  ('{photo,library,avatar,cover,official}', 'Not the person', '非本人',
   'The picture does not show you. Please use a picture of yourself.', '图片并非您本人，请使用本人照片。', 2, now(), 'system'),
  ('{basic,dynamic,greeting}', 'Insulting or abusive', '辱骂或攻击他人',
   'Your text insults or attacks others. Please write it in another way.', '您的文字含有辱骂或攻击他人的内容，请修改。', 3, now(), 'system'),
  ('{basic,photo,library,avatar,cover,dynamic,greeting}', 'Contact details or advertising', '联系方式或广告',
   'Contact details and advertising are not allowed here.', '此处不允许出现联系方式或广告。', 4, now(), 'system'),
  ('{photo,library,avatar,cover,dynamic}', 'Minor', '未成年人',
   'Content that shows minors is not allowed.', '不允许发布包含未成年人的内容。', 5, now(), 'system'),
  ('{photo,library,avatar,cover,dynamic}', 'Violence or blood', '暴力血腥',
   'Your content shows violence or blood.', '您的内容包含暴力或血腥画面。', 6, now(), 'system'),
  ('{photo,official,library,avatar,cover}', 'Unclear picture', '图片不清晰',
   'The picture is blurred, too dark or cut off. Please take a clear one.', '图片模糊、过暗或不完整，请上传清晰的图片。', 7, now(), 'system'),
  ('{official}', 'Does not match the profile', '与资料不符',
   'What you sent for certification does not match your profile.', '您提交的认证材料与个人资料不符。', 8, now(), 'system'),
  ('{basic,photo,official,library,avatar,cover,dynamic,greeting,report}', 'Against the rules', '违反平台规则',
   'This is against the rules of the platform.', '该内容违反平台规则。', 9, now(), 'system');

insert into access.menu (id, key, parent_id, type, name_en, name_cn, path, icon, cache_able, sort, built_in) values
  (20710, 'audits.template', 12318, 'menu', 'Reason templates', '理由模板', '/audit/template', 'template', 1, 11, true),
  (20711, 'audits.quality', 12318, 'menu', 'Quality', '审核质量', '/audit/quality', 'chart-bar', 1, 12, true);
insert into access.role_menu (role_id, menu_id, permission)
select r.id, m.id, v.permission
  from (values ('Moderator', 'audits.template', 1), ('Moderator', 'audits.quality', 1),
               ('Analyst', 'audits.template', 1), ('Analyst', 'audits.quality', 1)) as v (role, menu, permission)
  join access.role r on r.name = v.role join access.menu m on m.key = v.menu
on conflict do nothing;
