// The Chinese texts of the catalogue that files and answers of the server use.
export { default as access } from '@greenroom/contract/texts/cn/access.json' with { type: 'json' }
export { default as audits } from '@greenroom/contract/texts/cn/audits.json' with { type: 'json' }
export { default as common } from '@greenroom/contract/texts/cn/common.json' with { type: 'json' }
export { default as community } from '@greenroom/contract/texts/cn/community.json' with { type: 'json' }
export { default as exports } from '@greenroom/contract/texts/cn/exports.json' with { type: 'json' }
export { default as finance } from '@greenroom/contract/texts/cn/finance.json' with { type: 'json' }
export { default as flow } from '@greenroom/contract/texts/cn/flow.json' with { type: 'json' }
export { default as guilds } from '@greenroom/contract/texts/cn/guilds.json' with { type: 'json' }
export { default as indicators } from '@greenroom/contract/texts/cn/indicators.json' with { type: 'json' }
export { default as live } from '@greenroom/contract/texts/cn/live.json' with { type: 'json' }
export { default as moderation } from '@greenroom/contract/texts/cn/moderation.json' with { type: 'json' }
export { default as official } from '@greenroom/contract/texts/cn/official.json' with { type: 'json' }
export { default as params } from '@greenroom/contract/texts/cn/params.json' with { type: 'json' }
export { default as promotion } from '@greenroom/contract/texts/cn/promotion.json' with { type: 'json' }
export { default as system } from '@greenroom/contract/texts/cn/system.json' with { type: 'json' }
export { default as 'topup-agents' } from '@greenroom/contract/texts/cn/topup-agents.json' with { type: 'json' }
export { default as users } from '@greenroom/contract/texts/cn/users.json' with { type: 'json' }
