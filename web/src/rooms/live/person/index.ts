// The Live room's parts of a user's page, each loaded when opened.
export const panels = {
  calls: () => import('./Calls.tsx'),
  broadcasts: () => import('./Broadcasts.tsx'),
  gifts: () => import('./Gifts.tsx'),
  forbids: () => import('./Forbids.tsx'),
}
