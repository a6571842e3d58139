// The Live room's parts of a user's page, each loaded when opened.
export const panels = {
  calls: () => import('./PersonLive.tsx').then(({ Calls }) => ({ default: Calls })),
  broadcasts: () => import('./PersonLive.tsx').then(({ Broadcasts }) => ({ default: Broadcasts })),
  gifts: () => import('./PersonLive.tsx').then(({ Gifts }) => ({ default: Gifts })),
  forbids: () => import('./PersonLive.tsx').then(({ Forbids }) => ({ default: Forbids })),
}
