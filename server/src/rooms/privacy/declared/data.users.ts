// What is known of users themselves: profile, devices, bans, notes; and what they show and write.
import { type SchemaData, scrubbed } from './data.types.ts'

const ofUser = 't.user_id = $person'
/** Devices on which nobody else was seen. */
const ownDevice = (
  device: string,
) => `exists (select from users.user_device l where l.device_id = ${device} and l.user_id = $person)
  and not exists (select from users.user_device l where l.device_id = ${device} and l.user_id <> $person)`

export const usersData: SchemaData = {
  'users.app_user': {
    whose: 't.id = $person',
    erased: {
      nickname: "''",
      area_code: "''",
      phone: "''",
      birthday: 'null',
      profession: "''",
      email: "''",
      avatar_url: "''",
      device_id: "''",
      registered_ip: "''",
      stamps: "'{}'",
    },
    kept: { country: 'figures', channel: 'figures', platform: 'figures', language: 'figures', vip_type: 'figures' },
  },
  'users.nickname': { whose: ofUser, erased: { name: "''" } },
  // The links of the person's devices are deleted, and with them, before, devices of theirs alone: `erase.devices.ts`.
  'users.user_device': { whose: ofUser, deleted: true, erased: { device_id: '', ip: '' } },
  'users.device': { whose: ownDevice('t.id'), erased: { id: '', model: '', platform: '' } },
  'users.device_follow': { whose: ownDevice('t.device_id'), deleted: true, erased: { device_id: '', reason: '' } },
  'users.ban': {
    whose: `${ofUser} or ${ownDevice('t.device_id')}`,
    // Bans of the devices themselves go with them.
    erased: { device_id: 'case when t.user_id is null then t.device_id end', reason: "''", end_reason: "''" },
    plain: 'id cause',
  },
  'users.note': { whose: ofUser, deleted: true, erased: { text: '' }, plain: 'id' },
  'users.reveal': { whose: ofUser, erased: { reason: "''" }, plain: 'id' },
  'users.active_day': { whose: ofUser, kept: { platform: 'figures' } },
  'users.wallet': { whose: ofUser },
  'users.wallet_sum': {},
  'users.grant_operation': {
    whose: '$person = any(t.user_ids)',
    // What is said of many stays.
    erased: { reason: "case when cardinality(t.user_ids) = 1 then '' else t.reason end" },
    plain: 'id kind approval_id',
  },
  'users.grant_line': { whose: ofUser, plain: 'operation_id' },

  'live.session': {
    whose: ofUser,
    erased: { title: "''", cover_url: "''", hls_url: "''", snapshot_url: "''", end_reason: "''" },
    kept: { labels: 'figures' },
    plain: 'id',
  },
  'live.call': {
    whose: '$person in (t.caller_id, t.callee_id)',
    erased: { snapshot_url: "''", end_reason: "''" },
    kept: { labels: 'figures' },
    plain: 'id match_id hold_id',
  },
  'live.paid_minute': { whose: ofUser, plain: 'live_id' },
  'live.view': { whose: ofUser, plain: 'id live_id', until: { param: 'view_keep_days' } },
  'live.free_minutes': { whose: ofUser },
  'live.match': { whose: ofUser, plain: 'id call_id', until: { param: 'view_keep_days' } },
  'live.gift': { whose: '$person in (t.sender_id, t.receiver_id)', plain: 'id live_id call_id' },
  'live.broadcaster': { whose: ofUser },
  'live.warning': { whose: ofUser, erased: { reason: "''" }, plain: 'id live_id call_id' },
  'live.forbid': { whose: ofUser, erased: { reason: "''", end_reason: "''" }, plain: 'id live_id' },

  'audits.item': {
    whose: ofUser,
    erased: { text: "''", picture_urls: "'{}'", reason: "''" },
    kept: { labels: 'figures' },
    plain: 'id',
  },
  'audits.appeal': { whose: ofUser, erased: { text: "''" }, plain: 'id item_id' },
  'audits.review': {
    whose: ofUser,
    erased: { reason: "''", note: "''" },
    kept: { labels: 'figures' },
    plain: 'id item_id appeal_id compares_id heap',
  },
  'audits.look': { whose: ofUser, deleted: true, plain: 'item_id heap' },
  'audits.report': {
    whose: '$person in (t.user_id, t.reporter_id)',
    erased: { reason: "'other'", text: "''", evidence_urls: "'{}'", decision: "''" },
    plain: 'id live_id call_id dynamic_id comment_id review_id',
  },
  'audits.template': { kept: { titles: 'staff', texts: 'staff' }, plain: 'kinds labels' },
  'audits.setting': {},

  'community.dynamic': {
    whose: ofUser,
    erased: { text: "''", picture_urls: "'{}'", topics: "'{}'" },
    plain: 'id',
  },
  'community.comment': { whose: ofUser, erased: { text: "''" }, kept: { labels: 'figures' }, plain: 'id dynamic_id' },
  'community.change': {
    whose: `(t.subject = 'dynamic' and exists (select from community.dynamic d where d.id = t.of and d.user_id = $person))
         or (t.subject = 'comment' and exists (select from community.comment c where c.id = t.of and c.user_id = $person))`,
    erased: { reason: "''" },
    // A topic's name, or the app's id.
    kept: { of: 'shared' },
    plain: 'id',
  },
  // Topics that the person alone wrote about go with the posts: `erase.words.ts`.
  'community.topic': { kept: { name: 'shared' } },
  'community.topic_delta': { kept: { name: 'shared' } },

  'topup_agents.application': { whose: ofUser, erased: { contact: "''", note: "''", reason: "''" } },
  'topup_agents.agent': { whose: ofUser, plain: 'countries' },
  'topup_agents.event': { whose: ofUser, erased: { reason: "''", detail: scrubbed('detail') }, plain: 'id' },

  'official.account': { whose: ofUser, kept: { title: 'staff', note: 'staff' } },
  'official.recipient': { whose: ofUser },
  'official.message_read': { whose: ofUser, plain: 'message_id' },
  'official.message': {
    kept: { name: 'staff', texts: 'staff', link: 'staff', reason: 'staff' },
    plain: 'picture_id audience missed',
  },
  'official.batch': { plain: 'command_id' },
  'official.tick': {},
  'official.placement': {
    kept: { name: 'staff', texts: 'staff', link: 'staff' },
    plain: 'picture_id countries languages',
  },
  'official.gift': { kept: { texts: 'staff' }, plain: 'picture_id animation_id' },
  'official.gift_price': {},
  'official.gift_rule': {},
  'official.gift_day': {},

  'promotion.install': {
    whose: ownDevice('t.device_id'),
    erased: { device_id: '', campaign: '' },
    kept: { channel: 'figures', platform: 'figures', country: 'figures' },
  },
  'promotion.benefit_grant': {
    whose: ofUser,
    erased: { device_id: "'erased ' || t.user_id", block: "''" },
    kept: { channel: 'figures' },
    // Generated of `device_id`.
    plain: 'device_key transfer_id',
  },
  'promotion.promoter': { kept: { name: 'business', remark: 'business' } },
  'promotion.payout_account': {
    kept: { last_four: 'business', sealed: 'business' },
    plain: 'approval_id',
    secret: 'sealed',
  },
  'promotion.channel': { kept: { name: 'business', number: 'business', remark: 'business' } },
  'promotion.term': {},
  'promotion.dirty_day': { plain: 'channel' },
  'promotion.channel_day': { plain: 'key channel' },
  'promotion.zone': { plain: 'zone' },
  'promotion.landing': { plain: 'key name' },
  'promotion.landing_version': { kept: { content: 'staff' } },
  'promotion.landing_phase': {},
  'promotion.salt': { plain: 'salt', until: { days: 2 } },
  'promotion.visitor': { kept: { hash: 'short', network: 'short' }, until: { days: 2 } },
  'promotion.landing_day': { plain: 'country platform' },
  'promotion.benefit': { kept: { name: 'staff', stop_reason: 'staff' }, plain: 'countries channels approval_id' },
  'promotion.settlement': { kept: { payment_reference: 'money' }, plain: 'transfer_id payment_id' },
  'promotion.settlement_part': {},
}
