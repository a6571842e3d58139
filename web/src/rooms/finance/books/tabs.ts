// The views of the books. Each is an address of its own.
export const tabs = ['trial', 'profit', 'owed', 'journal', 'months'] as const

/** The view that the address names: the trial balance unless it says otherwise. */
export const tabOf = (address: URLSearchParams): (typeof tabs)[number] | 'sheet' =>
  [...tabs, 'sheet' as const].find((tab) => tab === address.get('tab')) ?? 'trial'

/** A view's address, of a month where one is chosen. */
export function pathOf(tab: (typeof tabs)[number] | 'sheet', kept: Record<string, string | null> = {}): string {
  const to = new URLSearchParams({ ...(tab !== 'trial' && { tab }) })
  for (const [name, value] of Object.entries(kept)) if (value) to.set(name, value)
  return `/finance/books${to.size > 0 ? `?${to}` : ''}`
}
