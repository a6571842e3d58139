// What the Finance room brings to a person's page, each part loaded when it's looked at.
export const panels = {
  orders: () => import('./Orders.tsx'),
  withdrawals: () => import('./Withdrawals.tsx'),
}
