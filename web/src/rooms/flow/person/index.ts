// What the Flow room brings to a person's page, loaded when it's looked at.
export const panels = { wallet: () => import('./Wallet.tsx') }
