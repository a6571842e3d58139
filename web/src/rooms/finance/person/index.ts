// The Finance room's parts of a user's page, each loaded when opened.
export const panels = {
  chargebacks: () => import('./Chargebacks.tsx'),
  orders: () => import('./Orders.tsx'),
  withdrawals: () => import('./Withdrawals.tsx'),
}
