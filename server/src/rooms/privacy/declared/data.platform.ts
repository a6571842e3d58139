// What the platform keeps of its staff, its work and itself: accounts, requests, the log, the bridge, figures, settings.
import { type SchemaData, scrubbed } from './data.types.ts'

/** Accounts of guilds that the person led until they ended, and of the agent that the person was. */
const ownAccount = (id: string) => `${id} in (
  select s.id from access.staff s
   where s.union_id in (select g.id from guilds.guild g where g.leader_user_id = $person and g.state in ('rejected', 'dissolved'))
      or s.agent_id in (select a.id from topup_agents.agent a where a.user_id = $person))`

/** Requests about the person; none of them waits any more. */
const ownRequest = (id: string) => `${id} in (
  select p.approval_id from access.approval_party p where p.kind = 'user' and p.party = $person
   union all
  select a.id from access.approval a where a.kind = 'user.delete' and a.subject = $person::text)`

/** What staff were told of such a request. */
const toldOfRequest = `(t.moment in ('requestWaiting', 'requestDecided') and exists (
  select from access.approval q where q.id::text = t.about and ${ownRequest('q.id')}))`

/** An event of the app whose data names the person. */
const naming = (line: string) =>
  `${line} ~ '"(userId|senderId|receiverId|callerId|calleeId|reporterId)":\\s*$number\\M'`

export const platformData: SchemaData = {
  'access.staff': {
    whose: ownAccount('t.id'),
    erased: {
      area_code: "''",
      phone: "''",
      email: "''",
      remark: "''",
      last_login_ip: 'null',
      google_secret: 'null',
      password_hash: "''",
    },
    secret: 'password_hash google_secret',
  },
  'access.session': {
    whose: ownAccount('t.staff_id'),
    deleted: true,
    erased: { ip: '', user_agent: '', previous_login_ip: '' },
    plain: 'id token_hash provider_issuer provider_subject provider_sid',
    secret: 'token_hash',
  },
  'access.passkey': {
    whose: ownAccount('t.staff_id'),
    deleted: true,
    erased: { name: '', credential_id: '', public_key: '' },
    plain: 'transports',
    secret: 'credential_id public_key',
  },
  'access.recovery_code': { whose: ownAccount('t.staff_id'), deleted: true, plain: 'code_hash', secret: 'code_hash' },
  'access.provider_identity': {
    whose: ownAccount('t.staff_id'),
    deleted: true,
    erased: { subject: '' },
    plain: 'issuer',
  },
  'access.password_link': {
    whose: ownAccount('t.staff_id'),
    deleted: true,
    erased: { sent_to: '' },
    plain: 'link_hash code_hash approval_id',
    secret: 'link_hash code_hash',
  },
  'access.approval': {
    whose: ownRequest('t.id'),
    erased: {
      texts: `'{"en": "…", "cn": "…"}'`,
      reason: "''",
      decision_reason: "''",
      payload: scrubbed('payload'),
      before: scrubbed('before'),
      after: scrubbed('after'),
    },
    plain: 'id kind subject decision_id',
  },
  'access.approval_party': { plain: 'approval_id' },
  'access.approval_question': {
    whose: ownRequest('t.approval_id'),
    erased: { question: "'…'", answer: "case when t.answer = '' then '' else '…' end" },
    plain: 'id approval_id',
  },
  'access.decision': {
    whose: `('withdrawal' = t.kind and t.subject in (select w.id from finance.withdrawal w where w.user_id = $person))
         or ('approval' = t.kind and t.subject in (select a.id::text from access.approval a where ${ownRequest('a.id')}))`,
    erased: { reason: "''", why: "''" },
    plain: 'id subject',
  },
  'access.role': { kept: { name: 'staff', remark: 'staff' } },
  'access.staff_role': {},
  'access.menu': { plain: 'key texts path icon' },
  'access.role_menu': {},
  'access.login_attempt': {
    kept: { ip: 'short', network: 'short' },
    plain: 'id',
    until: { days: 30 },
  },
  'access.login_freeze': {},
  'access.login_challenge': { kept: { network: 'short' }, plain: 'token_hash secret', until: { days: 1 } },
  'access.sms_code': {
    kept: { number: 'short', ip: 'short', network: 'short' },
    plain: 'id code_hash',
    until: { days: 2 },
  },
  'access.mail_code': {
    whose: ownAccount('t.staff_id'),
    deleted: true,
    erased: { address: '' },
    plain: 'id code_hash',
    until: { days: 30 },
    secret: 'code_hash',
  },
  'access.operation': { kept: { answer: 'short' }, plain: 'call id payload', until: { days: 31 } },
  'access.public_try': { kept: { network: 'short' }, plain: 'id kind', until: { days: 1 } },
  'access.captcha': { plain: 'id text' },
  'access.saved_view': { kept: { name: 'staff', query: 'staff' }, plain: 'screen' },
  'access.alone': { plain: 'subject' },
  'access.stop': { kept: { reason: 'staff', ended_reason: 'staff' }, plain: 'id thing approval_id' },
  'access.setup': {},
  'access.setup_decider': {},
  'access.setup_account': {},
  'access.passkey_challenge': { plain: 'token_hash session_id', until: { days: 1 } },
  'access.provider': { plain: 'issuer name client_id client_secret scopes groups_claim' },
  'access.provider_secret': { plain: 'approval_id sealed' },
  'access.provider_check': { plain: 'issuer' },
  'access.provider_mapping': { kept: { group_name: 'staff' }, plain: 'issuer' },
  'access.provider_given': {},
  'access.provider_flow': { plain: 'state_hash browser_hash issuer secrets session_id', until: { days: 1 } },
  'access.provider_logout': { plain: 'issuer jti', until: { days: 1 } },
  'access.see_as': { plain: 'id session_id' },

  'log.entry': {
    kept: { ip: 'log', target: 'log', content: 'log', reason: 'log', before: 'log', after: 'log' },
    plain: 'id menu_key operation request_id personal',
  },
  // Deleted by what the entries are about: `erase.words.ts`.
  'log.personal': { kept: { value: 'log', subject: 'log' }, plain: 'entry field salt' },
  'log.detached_entry': { plain: 'id hash' },
  'log.block': { plain: 'previous hash key seal' },

  'system.param': { plain: 'key value texts' },
  'system.param_change': { kept: { reason: 'staff' }, plain: 'key before after' },
  'system.param_editable': { plain: 'key' },
  'system.app_version': { plain: 'app name address description' },
  'system.whitelist': {
    whose: `(t.kind = 'user' and t.value = $person::text) or (t.kind = 'device' and exists (
      select from users.user_device l where l.device_id = t.value and l.user_id = $person
         and not exists (select from users.user_device o where o.device_id = t.value and o.user_id <> $person)))`,
    deleted: true,
    erased: { value: '', note: '' },
  },
  'system.country': { plain: 'code code3 texts dialling_code currency region' },
  'system.gift_template': { plain: 'name remark' },
  'system.front_error': { plain: 'digest release screen message stack browser' },
  'system.setup_step': { kept: { word: 'staff' } },

  'files.file': { plain: 'id mime storage_key sha256' },
  'files.export': {
    kept: { payload: 'short' },
    plain: 'id session_id call language storage_key title',
    until: { param: 'export_keep_hours' },
  },

  'bridge.client': { kept: { name: 'business', note: 'staff' }, plain: 'endpoint' },
  'bridge.client_secret': { plain: 'sealed hint' },
  'bridge.batch': { plain: 'webhook_id body_hash answer', until: { days: 1 } },
  'bridge.event_month': {},
  'bridge.event': { kept: { result: 'money', why: 'money' }, plain: 'id type hash' },
  'bridge.traffic': { plain: 'type process' },
  'bridge.rejection': {
    whose: naming('t.line'),
    erased: { line: "''", why: "''" },
    plain: 'id type',
    until: { days: 30 },
  },
  'bridge.held_event': {
    kept: { sealed: 'short', reason: 'short', creates: 'short' },
    plain: 'id type',
    until: { days: 90 },
    secret: 'sealed',
  },
  'bridge.command': {
    whose: `t.subject = 'user:' || $person or t.data @> jsonb_build_object('userId', $person) or t.data ->> 'guildId' in (
      select g.id::text from guilds.guild g where g.leader_user_id = $person and g.state in ('rejected', 'dissolved'))`,
    erased: { data: scrubbed('data') },
    plain: 'id type subject stream trace',
    until: { param: 'bridge_keep_days' },
  },
  'bridge.delivery': {
    kept: { last_error: 'short' },
    plain: 'command_id type subject stream lease',
    until: { param: 'bridge_keep_days' },
  },
  'bridge.pause': {},
  'bridge.config_version': { plain: 'key' },

  'bulk.job': {
    kept: { ip: 'staff', user_agent: 'staff', filters: 'short', payload: 'short' },
    plain: 'id session_id language list call runner',
    until: { param: 'bulk_keep_days' },
  },
  'bulk.item': {
    kept: { error_msg: 'short', params: 'short' },
    plain: 'job_id row_id reason',
    until: { param: 'bulk_keep_days' },
  },

  // Letters to the accounts of ended guilds and former agents; those to staff stay.
  'notify.message': {
    whose: `t.staff_id is not null and ${ownAccount('t.staff_id')}`,
    deleted: true,
    erased: { receiver: '', sealed: '', answer: '' },
    plain: 'id moment key',
    secret: 'sealed',
  },
  'notify.alarm': { plain: 'key detail' },
  'notify.fault': { plain: 'server detail' },
  'notify.finding': { plain: 'detail' },
  'notify.preference': { plain: 'moment' },
  'notify.reader': { plain: 'language zone' },
  'notify.push_key': { plain: 'public sealed', secret: 'sealed' },
  'notify.subscription': {
    whose: ownAccount('t.staff_id'),
    deleted: true,
    erased: { sealed: '' },
    plain: 'id session_id endpoint_hash',
    secret: 'sealed endpoint_hash',
  },
  // Once it was told, its words are with those who were: the accounts' own.
  'notify.moment': {
    whose: `t.guild_id in (select g.id from guilds.guild g where g.leader_user_id = $person and g.state in ('rejected', 'dissolved'))
         or t.agent_id in (select a.id from topup_agents.agent a where a.user_id = $person) or ${toldOfRequest}`,
    deleted: true,
    erased: { params: '' },
    plain: 'id moment about',
    until: { days: 90 },
  },
  'notify.notice': {
    whose: `${ownAccount('t.staff_id')} or ${toldOfRequest}`,
    deleted: true,
    erased: { params: '' },
    plain: 'id moment about href',
    until: { days: 90 },
  },

  'moving.import': {
    kept: { halted_record: 'staff' },
    plain: 'stage reached_stage found declared halted_fault',
  },
  'moving.file': { plain: 'name carry header' },
  'moving.record': {
    whose: `(t.kind = 'user' and t.key = $person::text) or t.data @> jsonb_build_object('userId', $person)
         or t.data @> jsonb_build_object('leaderUserId', $person)`,
    erased: { data: scrubbed('data') },
    plain: 'key',
  },
  'moving.fault': {
    whose: `t.kind = 'user' and t.key = $person::text`,
    erased: { detail: "''" },
    plain: 'kind key fault field',
  },
  'moving.made': { plain: 'key' },

  'indicators.touched': {},
  'indicators.due': {},
  'indicators.touched_install': {},
  'indicators.new_tokens': { whose: 't.user_id = $person' },
  'indicators.user_day': {
    whose: 't.user_id = $person',
    kept: { country: 'figures', channel: 'figures', sex: 'figures', platform: 'figures' },
    plain: 'subject',
  },
  'indicators.user_month': {
    whose: 't.user_id = $person',
    kept: { country: 'figures', channel: 'figures', sex: 'figures' },
    plain: 'kind',
  },
  'indicators.cell': { plain: 'subject rollup country channel sex platform' },
  'indicators.course': { plain: 'subject' },
  'indicators.people': { plain: 'kind rollup country channel sex' },
  'indicators.people_long': { plain: 'kind rollup country channel sex' },
  'indicators.channel': { plain: 'name' },
  'indicators.packed': {},
  'indicators.peak': {},
  'indicators.folded': {},
  'indicators.layout': { plain: 'subject measures' },
  'indicators.zone': { plain: 'zone' },
  'indicators.note': { kept: { text: 'staff' } },
  'indicators.board': { kept: { name: 'staff' } },
  'indicators.board_role': {},
  'indicators.pin': { plain: 'kind key country channel platform of_group' },

  'kit.clock': {},
  'kit.sample': { plain: 'figures' },
  'kit.secret': { plain: 'name value' },
  'kit.size_day': { plain: 'name' },
  'kit.detached_month': { plain: 'file sha256' },
  'kit.parked_work': { plain: 'job unit reason' },
  'kit.reader': { plain: 'name within' },
  'kit.era': { plain: 'cluster' },
  'kit.simulation': {},
  'kit.simulation_account': { plain: 'role' },
  'kit.installation': { plain: 'id cluster' },
  'kit.failover': {},
  'kit.migration': { plain: 'name hash release' },
  'kit.function_file': { plain: 'name hash release' },
  'kit.backup_run': { plain: 'installation kind backup failure' },
  'kit.kept_sum': { plain: 'what owner' },

  'privacy.deletion': {
    whose: 't.user_id = $person',
    erased: { reason: "''", cancel_reason: "''" },
    plain: 'id waits stage',
  },
  'privacy.stayed': { whose: 't.user_id = $person' },
  'privacy.erased': { whose: 't.user_id = $person', plain: 'deletion_id' },
  'privacy.kept_hash': { kept: { hash: 'hash' }, plain: 'kind' },
  'privacy.hold': { whose: 't.user_id = $person', erased: { reason: "'…'", end_reason: "''" }, plain: 'id' },
  'privacy.read_day': { whose: 't.user_id = $person', until: { param: 'read_keep_days' } },
  'privacy.removal': { plain: 'kind' },
}
