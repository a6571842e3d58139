// The views of /audit/report, by address.
export const tabs = ['desk', 'all'] as const
export type Tab = (typeof tabs)[number]

export const tabOf = (address: URLSearchParams): Tab => tabs.find((tab) => tab === address.get('tab')) ?? 'desk'

export const hrefOf = (tab: Tab): string => (tab === 'desk' ? '/audit/report' : `/audit/report?tab=${tab}`)
