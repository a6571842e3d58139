// Calls that create, move, price or release money: who may do it alone, and up to what (docs/money.md lists them).

/**
 * Acts whose sums are counted: what one account decided alone within 24 hours, against one parameter. A kind has one unit; a limit in
 * US dollars is compared with cents.
 */
export const aloneKinds = {
  grant: { limit: 'grant_approval_tokens', unit: 'tokens' },
  tokenDeduction: { limit: 'grant_approval_tokens', unit: 'tokens' },
  refund: { limit: 'refund_approval_usd', unit: 'usdCents' },
  withdrawalPass: { limit: 'payout_approval_usd', unit: 'usdCents' },
  withdrawalByHand: { limit: 'payout_approval_usd', unit: 'usdCents' },
  guildPayment: { limit: 'payout_approval_usd', unit: 'usdCents' },
  gasFee: { limit: 'gas_approval_usd', unit: 'usdCents' },
  guildDeduction: { limit: 'deduction_approval_usd', unit: 'usdCents' },
  agentPurchase: { limit: 'agent_purchase_approval_usd', unit: 'usdCents' },
} as const satisfies Record<string, { limit: string; unit: 'tokens' | 'usdCents' }>

export type AloneKind = keyof typeof aloneKinds
