// The Live room's parts of a user's page, each loaded when opened.
export const panels = {
  calls: () => import('./Broadcasts.tsx').then(({ Calls }) => ({ default: Calls })),
  broadcasts: () => import('./Broadcasts.tsx').then(({ Broadcasts }) => ({ default: Broadcasts })),
  gifts: () => import('./Broadcasts.tsx').then(({ Gifts }) => ({ default: Gifts })),
  forbids: () => import('./Broadcasts.tsx').then(({ Forbids }) => ({ default: Forbids })),
}
