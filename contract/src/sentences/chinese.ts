// The Chinese texts of the rooms that have sentences.
export { default as approvals } from '../../texts/cn/approvals.json' with { type: 'json' }
export { default as audits } from '../../texts/cn/audits.json' with { type: 'json' }
export { default as community } from '../../texts/cn/community.json' with { type: 'json' }
export { default as finance } from '../../texts/cn/finance.json' with { type: 'json' }
export { default as guilds } from '../../texts/cn/guilds.json' with { type: 'json' }
export { default as indicators } from '../../texts/cn/indicators.json' with { type: 'json' }
export { default as list } from '../../texts/cn/list.json' with { type: 'json' }
export { default as live } from '../../texts/cn/live.json' with { type: 'json' }
export { default as log } from '../../texts/cn/log.json' with { type: 'json' }
export { default as official } from '../../texts/cn/official.json' with { type: 'json' }
export { default as promotion } from '../../texts/cn/promotion.json' with { type: 'json' }
export { default as system } from '../../texts/cn/system.json' with { type: 'json' }
export { default as 'topup-agents' } from '../../texts/cn/topup-agents.json' with { type: 'json' }
export { default as users } from '../../texts/cn/users.json' with { type: 'json' }
