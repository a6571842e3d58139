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
  guildPayment: { limit: 'payout_approval_usd', unit: 'usdCents' },
  gasFee: { limit: 'gas_approval_usd', unit: 'usdCents' },
  guildDeduction: { limit: 'deduction_approval_usd', unit: 'usdCents' },
  agentPurchase: { limit: 'agent_purchase_approval_usd', unit: 'usdCents' },
} as const satisfies Record<string, { limit: string; unit: 'tokens' | 'usdCents' }>

export type AloneKind = keyof typeof aloneKinds

/** Why one account may do it, whatever the amount. */
export const whyAlone = {
  ownMoney: 'The account decides about money of its own; what it asks staff for, staff decide.',
  approvedByAnother: 'Another account than its maker approved the batch; this sends it, or says what became of it.',
  provedByChain: 'Another account approved the batch, and only the chain proves or fails a payment.',
  paidByAnother: 'It only says what is owed, by rules that two agreed; another account pays it.',
  creditedByAnother: 'Another account approves the month, which credits it, and two more pay it.',
  askedByAnother: 'An agent asked for it, and the tokens return to whom they came from.',
  backToOwner: 'The money returns to whom it was taken from, at most what was taken.',
  lowersOnly: 'Alone only what lowers it: a raise waits for a second account.',
  sensitive: 'Rates and limits are sensitive parameters: each change of one waits for a second account.',
  priceShown: 'Users see the price before they pay; it counts from its moment on, and for nothing that was paid.',
  onlyBlocks: 'Alone it only stops payments; what allows them again waits for a second account.',
  gatewaysWord: 'It notes what was agreed with the gateway and moves nothing: a loss or a win is booked by two.',
  ownStop: 'Within ten minutes, by the account that stopped it; otherwise a second account approves.',
  operatorsKey: 'It only confirms the key that the operator configured, by addresses that its wallet shows.',
} as const satisfies Record<string, string>

export type WhyAlone = keyof typeof whyAlone

/** What a call does with money, and who may do it alone. */
export type Money = {
  does: 'creates' | 'moves' | 'prices' | 'releases'
  /** Nobody: a second account approves or has to do the next step. Or up to the limit of a kind; or for a reason. */
  alone: 'never' | { upTo: AloneKind } | { because: WhyAlone }
}

/** Menus about money: each changing call of one declares `money`, or is named below. */
export const moneyMenus = [
  'finance.',
  'guilds.',
  'topup-agents.',
  'promotion.',
  'users.grant',
  'official.gift',
  'system.param',
] as const

/** Changing calls of these menus that neither create, move, price nor release money. */
export const notMoney: readonly string[] = [
  'agentAccountReveal',
  'agentAddress',
  'agentApply',
  'agentApprove',
  'agentAskBack',
  'agentCodeSend',
  'agentFreeze',
  'agentPurchaseSave',
  'agentReceiptShare',
  'agentReject',
  'agentStepUp',
  'agentUnfreeze',
  'booksClose',
  'channelEnable',
  'differenceClose',
  'differenceNote',
  'giftEnable',
  'giftUpdate',
  'guildAccountReset',
  'guildAccountSave',
  'guildAccountStatus',
  'guildBan',
  'guildLeader',
  'guildRefuse',
  'inviteLinkSave',
  'landingPublish',
  'landingSave',
  'landingUnpublish',
  'landingUpdate',
  'memberAgree',
  'memberExpel',
  'memberInvite',
  'memberTakeBack',
  'outflowExplain',
  'paramAdd',
  'paramDelete',
  'payoutAccountReveal',
  'payoutMappingDelete',
  'payoutMappingSave',
  'payoutMappingUpdate',
  'planSave',
  'planUpdate',
  'promoterAccountReveal',
  'promoterSave',
  'promoterSettleReopen',
  'promoterUpdate',
  'rechargeResend',
  'sanctionsStart',
  'settlementConfirm',
  'settlementDispute',
  'statementConfirm',
  'statementDiscard',
  'statementMappingSave',
  'statementPart',
  'statementStart',
  'usdtInExplain',
  'withdrawalClaim',
  'withdrawalGiveBack',
  'withdrawalReveal',
  'withdrawalUndo',
]
