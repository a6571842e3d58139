-- The Audit area: items, reports and appeals, reviews, their templates and settings.
create schema audits;

-- One item of one queue. `kind` is the queue.
create table audits.item (
  id           text primary key,
  kind         text not null check (kind in ('basic', 'photo', 'official', 'library', 'avatar', 'cover', 'dynamic', 'greeting')),
  user_id      bigint not null references users.app_user,
  text         text not null default '',
  picture_urls text[] not null default '{}',
  -- The machine's opinion: 0 harmless to 1 surely bad.
  score        real not null default 0,
  labels       text[] not null default '{}',
  state        text not null default 'not audited' check (state in ('not audited', 'passed', 'failed')),
  submitted_at timestamptz(3) not null,
  decided_at   timestamptz(3),
  decided_by   text not null default '',
  reason       text not null default '',
  version      int not null default 1
);
create index item_user on audits.item (user_id, submitted_at desc, id desc);
-- A user's newest certification, shown beside later submissions.
create index item_certified on audits.item (user_id, decided_at desc) where kind = 'official' and state = 'passed';

create table audits.appeal (
  id          text primary key,
  user_id     bigint not null references users.app_user,
  item_id     text not null,
  text        text not null,
  state       text not null default 'untreated' check (state in ('untreated', 'processed')),
  appealed_at timestamptz(3) not null,
  decided_at  timestamptz(3),
  outcome     text not null default '' check (outcome in ('', 'passed', 'failed'))
);
create index appeal_user on audits.appeal (user_id, appealed_at desc);
create index appeal_item on audits.appeal (item_id);

-- One review, pending or done: of an item, or of the untreated reports against one user (kind `report`). An item's first
-- review, its appeal and a quality check are rows of their own, so that the rows of an item are its history. `overturn`: a
-- decision made without a queue.
create table audits.review (
  id             uuid primary key,
  kind           text not null
                 check (kind in ('basic', 'photo', 'official', 'library', 'avatar', 'cover', 'dynamic', 'greeting', 'report')),
  purpose        text not null check (purpose in ('first', 'appeal', 'quality', 'overturn')),
  item_id        text references audits.item,
  -- The item's user, or the reported user.
  user_id        bigint not null references users.app_user,
  appeal_id      text references audits.appeal,
  score          real not null default 0,
  -- Copied from its item, so that a queue is filtered without reading items.
  labels         text[] not null default '{}',
  -- For sorting and waiting times; a quality check begins to wait when the first review can no longer be undone.
  waiting_since  timestamptz(3) not null,
  -- Staff who may not claim it, since they decided before.
  not_by         int[] not null default '{}',
  -- Staff who skipped it.
  skipped_by     int[] not null default '{}',
  claimed_by     int,
  claimed_at     timestamptz(3),
  claimed_until  timestamptz(3),
  state          text not null default 'waiting' check (state in ('waiting', 'done')),
  -- Of items `passed` or `failed`, of reports `processed`.
  decision       text check (decision in ('passed', 'failed', 'processed')),
  -- The item's previous state, restored by an undo.
  before_state   text check (before_state in ('not audited', 'passed', 'failed')),
  template_id    int,
  -- The text sent to the user, in their language.
  reason         text not null default '',
  note           text not null default '',
  decided_by     int,
  decided_name   text not null default '',
  decided_at     timestamptz(3),
  -- A later review decided otherwise.
  overturned     boolean not null default false,
  -- Of a quality check: the review it is compared with.
  compares_id    uuid,
  version        int not null default 1,
  check ((kind = 'report') = (item_id is null)),
  check ((state = 'done') = (decided_at is not null and decision is not null)),
  check ((claimed_by is null) = (claimed_until is null))
);
-- One open review of each purpose per item, one per reported user.
create unique index review_open_item on audits.review (item_id, purpose) where state = 'waiting' and item_id is not null;
create unique index review_open_report on audits.review (user_id) where state = 'waiting' and item_id is null;
create index review_by_score on audits.review (kind, score desc, waiting_since, id) where state = 'waiting';
create index review_by_waiting on audits.review (kind, waiting_since, id) where state = 'waiting';
create index review_appeals on audits.review (kind, waiting_since, id) where state = 'waiting' and purpose = 'appeal';
-- Reviews that some reviewers may not decide or skipped.
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

create table audits.report (
  id            text primary key,
  reporter_id   bigint not null references users.app_user,
  user_id       bigint not null references users.app_user,
  reason        text not null,
  text          text not null default '',
  evidence_urls text[] not null default '{}',
  live_id       text,
  call_id       text,
  dynamic_id    text,
  comment_id    text,
  state         text not null default 'untreated' check (state in ('untreated', 'processed')),
  action        text not null default '' check (action in ('', 'nothing', 'warn', 'ban ID', 'ban device', 'ban both', 'forbid')),
  is_false      boolean not null default false,
  reported_at   timestamptz(3) not null,
  decided_at    timestamptz(3),
  decided_by    text not null default '',
  decision      text not null default '',
  version       int not null default 1,
  -- The untreated reports against one user share a review.
  review_id     uuid references audits.review
);
create index report_user on audits.report (user_id, reported_at desc, id desc);
create index report_reporter on audits.report (reporter_id, reported_at desc, id desc);
create index report_waiting on audits.report (reported_at, id) where state = 'untreated';
create index report_live on audits.report (live_id) where live_id is not null;
create index report_review on audits.report (review_id);
create index report_decided on audits.report (decided_at desc, id desc) where state = 'processed';
create index report_reported on audits.report (reported_at desc, id desc);
-- Untreated reports about calls; `report_live` serves broadcasts.
create index report_call on audits.report (call_id) where call_id is not null;

-- Reasons for a fail, as sent to the user.
create table audits.template (
  id         int primary key generated always as identity,
  kinds      text[] not null,
  -- What staff call it.
  titles     jsonb not null check (kit.are_texts(titles)),
  texts      jsonb not null check (kit.are_texts(texts)),
  sort       int not null unique,
  -- The machine's labels under which this reason is offered first.
  labels     text[] not null default '{}',
  enabled    boolean not null default true,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  version    int not null default 1
);
-- Reviewers choose by title.
create unique index template_title_en on audits.template (kit.name_key(titles ->> 'en'));
create unique index template_title_cn on audits.template (kit.name_key(titles ->> 'cn'));
insert into audits.template (kinds, titles, texts, sort, labels, updated_at, updated_by) values
  ('{photo,library,avatar,cover,dynamic}',
   '{"en": "Nudity or sexual content", "cn": "裸露或色情"}',
   '{"en": "Your content shows nudity or is sexual. Please choose another.", "cn": "您的内容包含裸露或色情信息，请更换后重新提交。"}',
   1, '{nudity,suggestive}', now(), 'system'),
  ('{photo,library,avatar,cover,official}',
   '{"en": "Not the person", "cn": "非本人"}',
   '{"en": "The picture does not show you. Please use a picture of yourself.", "cn": "图片并非您本人，请使用本人照片。"}',
   2, '{}', now(), 'system'),
  ('{basic,dynamic,greeting}',
   '{"en": "Insulting or abusive", "cn": "辱骂或攻击他人"}',
   '{"en": "Your text insults or attacks others. Please write it in another way.", "cn": "您的文字含有辱骂或攻击他人的内容，请修改。"}',
   3, '{}', now(), 'system'),
  ('{basic,photo,library,avatar,cover,dynamic,greeting}',
   '{"en": "Contact details or advertising", "cn": "联系方式或广告"}',
   '{"en": "Contact details and advertising are not allowed here.", "cn": "此处不允许出现联系方式或广告。"}',
   4, '{contact,text}', now(), 'system'),
  ('{photo,library,avatar,cover,dynamic}',
   '{"en": "Minor", "cn": "未成年人"}',
   '{"en": "Content that shows minors is not allowed.", "cn": "不允许发布包含未成年人的内容。"}',
   5, '{minor}', now(), 'system'),
  ('{photo,library,avatar,cover,dynamic}',
   '{"en": "Violence or blood", "cn": "暴力血腥"}',
   '{"en": "Your content shows violence or blood.", "cn": "您的内容包含暴力或血腥画面。"}',
   6, '{violence}', now(), 'system'),
  ('{photo,official,library,avatar,cover}',
   '{"en": "Unclear picture", "cn": "图片不清晰"}',
   '{"en": "The picture is blurred, too dark or cut off. Please take a clear one.", "cn": "图片模糊、过暗或不完整，请上传清晰的图片。"}',
   7, '{}', now(), 'system'),
  ('{official}',
   '{"en": "Does not match the profile", "cn": "与资料不符"}',
   '{"en": "What you sent for certification does not match your profile.", "cn": "您提交的认证材料与个人资料不符。"}',
   8, '{}', now(), 'system'),
  ('{basic,photo,official,library,avatar,cover,dynamic,greeting,report}',
   '{"en": "Against the rules", "cn": "违反平台规则"}',
   '{"en": "This is against the rules of the platform.", "cn": "该内容违反平台规则。"}',
   9, '{}', now(), 'system');

-- A reviewer's display settings for pictures.
create table audits.setting (
  staff_id   int primary key references access.staff on delete cascade,
  blur       boolean not null default false,
  greyscale  boolean not null default false,
  page_items int not null default 12 check (page_items between 2 and 40),
  view       text not null default 'grid' check (view in ('grid', 'single')),
  sort       text not null default 'score' check (sort in ('score', 'waiting'))
);
