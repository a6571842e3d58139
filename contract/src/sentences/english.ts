// The English texts of the rooms that have sentences.
export { default as approvals } from '../../texts/en/approvals.json' with { type: 'json' }
export { default as audits } from '../../texts/en/audits.json' with { type: 'json' }
export { default as community } from '../../texts/en/community.json' with { type: 'json' }
export { default as finance } from '../../texts/en/finance.json' with { type: 'json' }
export { default as guilds } from '../../texts/en/guilds.json' with { type: 'json' }
export { default as indicators } from '../../texts/en/indicators.json' with { type: 'json' }
export { default as list } from '../../texts/en/list.json' with { type: 'json' }
export { default as live } from '../../texts/en/live.json' with { type: 'json' }
export { default as log } from '../../texts/en/log.json' with { type: 'json' }
export { default as official } from '../../texts/en/official.json' with { type: 'json' }
export { default as promotion } from '../../texts/en/promotion.json' with { type: 'json' }
export { default as system } from '../../texts/en/system.json' with { type: 'json' }
export { default as 'topup-agents' } from '../../texts/en/topup-agents.json' with { type: 'json' }
export { default as users } from '../../texts/en/users.json' with { type: 'json' }
