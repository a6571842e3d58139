// The views of /finance/withdraw, each with its own address.
export const tabs = ['desk', 'all'] as const
export type Tab = (typeof tabs)[number]

export const tabOf = (address: URLSearchParams): Tab => tabs.find((tab) => tab === address.get('tab')) ?? 'desk'

export const hrefOf = (tab: Tab): string => (tab === 'desk' ? '/finance/withdraw' : `/finance/withdraw?tab=${tab}`)
