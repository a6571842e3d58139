// The Finance room's parts of a user's page, each loaded when opened.
export const panels = {
  chargebacks: () => import('./PersonFinance.tsx').then(({ Chargebacks }) => ({ default: Chargebacks })),
  orders: () => import('./PersonFinance.tsx').then(({ Orders }) => ({ default: Orders })),
  withdrawals: () => import('./PersonFinance.tsx').then(({ Withdrawals }) => ({ default: Withdrawals })),
}
