// Types all text keys by the English files: an unknown key does not compile.
import type access from './locales/en/access.json'
import type approvals from './locales/en/approvals.json'
import type audits from './locales/en/audits.json'
import type charts from './locales/en/charts.json'
import type common from './locales/en/common.json'
import type community from './locales/en/community.json'
import type errors from './locales/en/errors.json'
import type finance from './locales/en/finance.json'
import type flow from './locales/en/flow.json'
import type guilds from './locales/en/guilds.json'
import type home from './locales/en/home.json'
import type indicators from './locales/en/indicators.json'
import type list from './locales/en/list.json'
import type live from './locales/en/live.json'
import type official from './locales/en/official.json'
import type promotion from './locales/en/promotion.json'
import type shell from './locales/en/shell.json'
import type system from './locales/en/system.json'
import type topupAgents from './locales/en/topup-agents.json'
import type users from './locales/en/users.json'

export type Resources = {
  access: typeof access
  approvals: typeof approvals
  audits: typeof audits
  charts: typeof charts
  common: typeof common
  community: typeof community
  errors: typeof errors
  finance: typeof finance
  flow: typeof flow
  guilds: typeof guilds
  home: typeof home
  indicators: typeof indicators
  list: typeof list
  live: typeof live
  official: typeof official
  promotion: typeof promotion
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
