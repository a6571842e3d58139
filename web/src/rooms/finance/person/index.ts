// What the Finance room brings to a person's page, each part loaded when it's looked at.
export const panels = {
  chargebacks: () => import('./Chargebacks.tsx'),
  orders: () => import('./Orders.tsx'),
  withdrawals: () => import('./Withdrawals.tsx'),
}
