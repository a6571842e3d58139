// The views of /sys/approval, each with its own address.
export const tabs = ['desk', 'all'] as const
export type Tab = (typeof tabs)[number]

/** What the list keeps in its address: an address with one of these is an address of the list. */
const ofList = ['drawer', 'approval', 'maker', 'createdAt', 'page', 'sort', 'size']

/** Links to a request, and to some of them, lead to the list whether or not they name it. */
export const tabOf = (address: URLSearchParams): Tab =>
  tabs.find((tab) => tab === address.get('tab')) ?? (ofList.some((name) => address.has(name)) ? 'all' : 'desk')

export const hrefOf = (tab: Tab): string => (tab === 'desk' ? '/sys/approval' : `/sys/approval?tab=${tab}`)
