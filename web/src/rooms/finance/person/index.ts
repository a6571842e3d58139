// The Finance room's parts of a user's page, each loaded when opened.
export const panels = {
  chargebacks: () => import('./Orders.tsx').then(({ Chargebacks }) => ({ default: Chargebacks })),
  orders: () => import('./Orders.tsx').then(({ Orders }) => ({ default: Orders })),
  withdrawals: () => import('./Orders.tsx').then(({ Withdrawals }) => ({ default: Withdrawals })),
}
