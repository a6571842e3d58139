// The English texts of the catalogue that files and answers of the server use.
export { default as access } from '@greenroom/contract/texts/en/access.json' with { type: 'json' }
export { default as audits } from '@greenroom/contract/texts/en/audits.json' with { type: 'json' }
export { default as common } from '@greenroom/contract/texts/en/common.json' with { type: 'json' }
export { default as community } from '@greenroom/contract/texts/en/community.json' with { type: 'json' }
export { default as exports } from '@greenroom/contract/texts/en/exports.json' with { type: 'json' }
export { default as finance } from '@greenroom/contract/texts/en/finance.json' with { type: 'json' }
export { default as flow } from '@greenroom/contract/texts/en/flow.json' with { type: 'json' }
export { default as guilds } from '@greenroom/contract/texts/en/guilds.json' with { type: 'json' }
export { default as indicators } from '@greenroom/contract/texts/en/indicators.json' with { type: 'json' }
export { default as live } from '@greenroom/contract/texts/en/live.json' with { type: 'json' }
export { default as moderation } from '@greenroom/contract/texts/en/moderation.json' with { type: 'json' }
export { default as official } from '@greenroom/contract/texts/en/official.json' with { type: 'json' }
export { default as params } from '@greenroom/contract/texts/en/params.json' with { type: 'json' }
export { default as promotion } from '@greenroom/contract/texts/en/promotion.json' with { type: 'json' }
export { default as system } from '@greenroom/contract/texts/en/system.json' with { type: 'json' }
export { default as 'topup-agents' } from '@greenroom/contract/texts/en/topup-agents.json' with { type: 'json' }
export { default as users } from '@greenroom/contract/texts/en/users.json' with { type: 'json' }
