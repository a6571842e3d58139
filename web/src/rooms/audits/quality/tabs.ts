export const tabs = ['queues', 'reviewers', 'disagreements'] as const
export type Tab = (typeof tabs)[number]

export const tabOf = (address: URLSearchParams): Tab =>
  tabs.find((tab) => tab === address.get('tab')) ?? (address.get('drawer') ? 'disagreements' : 'queues')

/** The address of a view, with the current span and queue. */
export function hrefOf(tab: Tab, address: URLSearchParams): string {
  const next = new URLSearchParams({ tab })
  for (const kept of ['during', 'kind']) {
    const value = address.get(kept)
    if (value !== null) next.set(kept, value)
  }
  return `/audit/quality?${next.toString()}`
}
