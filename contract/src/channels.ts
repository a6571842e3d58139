// Promoters, their channels, and daily results (docs/promotion.md).
import { declare } from './call.ts'
import type * as schema from './channels.schema.ts'

// Channels ------------------------------------------------------------------------------------------------------------

export const channelList = declare<typeof schema.channelList>('channelList', {
  method: 'GET',
  path: '/promotion/channel/list',
  level: 'read',
  menu: 'promotion.channel',
  exportable: true,
})

/** One channel with the history of its terms and hints of fraud among its users. */
export const channelInfo = declare<typeof schema.channelInfo>('channelInfo', {
  method: 'GET',
  path: '/promotion/channel/info',
  level: 'read',
  menu: 'promotion.channel',
  codes: [10032],
})

/** Adds a channel with its first terms, effective from today. */
export const channelSave = declare<typeof schema.channelSave>('channelSave', {
  method: 'POST',
  path: '/promotion/channel/save',
  level: 'write',
  menu: 'promotion.channel',
  operation: 'channel.save',
  money: { does: 'prices', alone: { because: 'creditedByAnother' } },
  creates: true,
  codes: [40001, 70009, 10032],
  fieldCodes: { coefficient: 70009 },
})

/** Number and promoter never change once set. */
export const channelUpdate = declare<typeof schema.channelUpdate>('channelUpdate', {
  method: 'POST',
  path: '/promotion/channel/update',
  level: 'write',
  menu: 'promotion.channel',
  operation: 'channel.update',
  money: { does: 'prices', alone: { because: 'creditedByAnother' } },
  codes: [10032, 20000, 1000002],
})

export const channelEnable = declare<typeof schema.channelEnable>('channelEnable', {
  method: 'POST',
  path: '/promotion/channel/enable',
  level: 'write',
  menu: 'promotion.channel',
  operation: 'channel.enable',
  codes: [10032, 20000],
})

/** New terms from today or a later day; earlier days keep theirs. */
export const channelTermSave = declare<typeof schema.channelTermSave>('channelTermSave', {
  method: 'POST',
  path: '/promotion/channel/term',
  level: 'write',
  menu: 'promotion.channel',
  operation: 'channel.term',
  money: { does: 'prices', alone: { because: 'creditedByAnother' } },
  creates: true,
  codes: [70009, 10032, 1000002],
  fieldCodes: { coefficient: 70009 },
})

/** The users behind a hint. */
export const channelPeople = declare<typeof schema.channelPeople>('channelPeople', {
  method: 'GET',
  path: '/promotion/channel/people',
  level: 'read',
  menu: 'promotion.channel',
})

/** Channels by name, for filters and forms of this room. */
export const channelChoices = declare<typeof schema.channelChoices>('channelChoices', {
  method: 'GET',
  path: '/promotion/channel/choices',
  level: 'read',
  menuBy: {
    channel: 'promotion.channel',
    channelDay: 'promotion.channelDay',
    landing: 'promotion.landing',
    benefit: 'promotion.benefit',
    settle: 'promotion.settle',
  },
})

// Days ----------------------------------------------------------------------------------------------------------------

/** Days of channels, newest first, always with both counts of installs. */
export const channelDayList = declare<typeof schema.channelDayList>('channelDayList', {
  method: 'GET',
  path: '/promotion/channelDay/list',
  level: 'read',
  menu: 'promotion.channelDay',
  exportable: true,
})

/** What channels or promoters cost and brought over a span, the largest loss first: the last 30 days by default. */
export const channelResults = declare<typeof schema.channelResults>('channelResults', {
  method: 'GET',
  path: '/promotion/channelDay/results',
  level: 'read',
  menu: 'promotion.channelDay',
})

/** Rows of the results; the others are added up in one. */
export const mostResults = 300

// Promoters -----------------------------------------------------------------------------------------------------------

export const promoterList = declare<typeof schema.promoterList>('promoterList', {
  method: 'GET',
  path: '/promotion/promoter/list',
  level: 'read',
  menu: 'promotion.channel',
})

/** A promoter's page: channels, the last 30 days, payable, payout accounts. */
export const promoterInfo = declare<typeof schema.promoterInfo>('promoterInfo', {
  method: 'GET',
  path: '/promotion/promoter/info',
  level: 'read',
  menu: 'promotion.channel',
  codes: [10032],
})

export const promoterSave = declare<typeof schema.promoterSave>('promoterSave', {
  method: 'POST',
  path: '/promotion/promoter/save',
  level: 'write',
  menu: 'promotion.channel',
  operation: 'promoter.save',
  creates: true,
  codes: [10027],
})

export const promoterUpdate = declare<typeof schema.promoterUpdate>('promoterUpdate', {
  method: 'POST',
  path: '/promotion/promoter/update',
  level: 'write',
  menu: 'promotion.channel',
  operation: 'promoter.update',
  codes: [10027, 10032, 20000],
})

/** A new payout account: a second member of staff approves it, and it takes effect after 24 hours. */
export const promoterAccountSave = declare<typeof schema.promoterAccountSave>('promoterAccountSave', {
  method: 'POST',
  path: '/promotion/promoter/account',
  encoding: 'json',
  level: 'write',
  menu: 'promotion.channel',
  operation: 'promoter.accountSave',
  money: { does: 'moves', alone: 'never' },
  creates: true,
  codes: [10032, 1000002],
})

export const promoterAccountReveal = declare<typeof schema.promoterAccountReveal>('promoterAccountReveal', {
  method: 'POST',
  path: '/promotion/promoter/accountReveal',
  level: 'write',
  menu: 'promotion.channel',
  operation: 'promoter.accountReveal',
  codes: [10032, 11004],
  fieldCodes: { reason: 11004 },
})
