// The Flow room's part of a user's page, loaded when opened.
export const panels = { wallet: () => import('./PersonWallet.tsx') }
