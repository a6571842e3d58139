// Types all text keys by the English files: an unknown key does not compile.
import type access from '@greenroom/contract/texts/en/access.json'
import type approvals from '@greenroom/contract/texts/en/approvals.json'
import type audits from '@greenroom/contract/texts/en/audits.json'
import type bell from '@greenroom/contract/texts/en/bell.json'
import type charts from '@greenroom/contract/texts/en/charts.json'
import type common from '@greenroom/contract/texts/en/common.json'
import type community from '@greenroom/contract/texts/en/community.json'
import type errors from '@greenroom/contract/texts/en/errors.json'
import type evening from '@greenroom/contract/texts/en/evening.json'
import type finance from '@greenroom/contract/texts/en/finance.json'
import type flow from '@greenroom/contract/texts/en/flow.json'
import type guilds from '@greenroom/contract/texts/en/guilds.json'
import type home from '@greenroom/contract/texts/en/home.json'
import type indicators from '@greenroom/contract/texts/en/indicators.json'
import type installation from '@greenroom/contract/texts/en/installation.json'
import type list from '@greenroom/contract/texts/en/list.json'
import type live from '@greenroom/contract/texts/en/live.json'
import type moderation from '@greenroom/contract/texts/en/moderation.json'
import type official from '@greenroom/contract/texts/en/official.json'
import type promotion from '@greenroom/contract/texts/en/promotion.json'
import type security from '@greenroom/contract/texts/en/security.json'
import type shell from '@greenroom/contract/texts/en/shell.json'
import type system from '@greenroom/contract/texts/en/system.json'
import type topupAgents from '@greenroom/contract/texts/en/topup-agents.json'
import type users from '@greenroom/contract/texts/en/users.json'

export type Resources = {
  access: typeof access
  approvals: typeof approvals
  audits: typeof audits
  bell: typeof bell
  charts: typeof charts
  common: typeof common
  community: typeof community
  errors: typeof errors
  evening: typeof evening
  finance: typeof finance
  flow: typeof flow
  guilds: typeof guilds
  home: typeof home
  indicators: typeof indicators
  installation: typeof installation
  list: typeof list
  live: typeof live
  moderation: typeof moderation
  official: typeof official
  promotion: typeof promotion
  security: typeof security
  shell: typeof shell
  system: typeof system
  'topup-agents': typeof topupAgents
  users: typeof users
}

export type Namespace = keyof Resources

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Resources
  }
}
