export const tabs = ['clients', 'traffic', 'rejections', 'held', 'deliveries', 'errors'] as const
export type Tab = (typeof tabs)[number]

/** A row's own link names its drawer only. */
const tabOfDrawer: Record<string, Tab> = { command: 'deliveries', line: 'rejections', event: 'held', error: 'errors' }

export const tabOf = (address: URLSearchParams): Tab =>
  tabs.find((tab) => tab === address.get('tab')) ??
  tabOfDrawer[(address.get('drawer') ?? '').split(':')[0] ?? ''] ??
  'clients'

/** The address of a view, with filters. */
export const hrefOf = (tab: Tab, filters: Record<string, string> = {}) =>
  `/sys/bridge?${new URLSearchParams({ tab, ...filters }).toString()}`
