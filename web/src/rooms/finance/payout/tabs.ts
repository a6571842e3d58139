// The views of /finance/payout, each with its own address.
export const tabs = ['ready', 'batches', 'layouts'] as const
export type Tab = (typeof tabs)[number]

export const tabOf = (address: URLSearchParams): Tab => tabs.find((tab) => tab === address.get('tab')) ?? 'ready'

export const hrefOf = (tab: Tab): string => (tab === 'ready' ? '/finance/payout' : `/finance/payout?tab=${tab}`)
