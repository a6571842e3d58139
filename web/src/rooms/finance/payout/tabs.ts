// The parts of /finance/payout; the address names the one that is shown.
export const tabs = ['ready', 'batches', 'layouts'] as const
export type Tab = (typeof tabs)[number]

export const tabOf = (address: URLSearchParams): Tab => tabs.find((tab) => tab === address.get('tab')) ?? 'ready'

export const hrefOf = (tab: Tab): string => (tab === 'ready' ? '/finance/payout' : `/finance/payout?tab=${tab}`)
