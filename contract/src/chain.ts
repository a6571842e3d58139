// USDT on chains: deposits, payment instructions, wallets (docs/usdt.md).

import { declare } from './call.ts'
import type * as schema from './chain.schema.ts'

/** Deposits, newest first, with their confirmations so far. */
export const usdtInList = declare<typeof schema.usdtInList>('usdtInList', {
  method: 'GET',
  path: '/finance/usdtIn/list',
  level: 'read',
  menu: 'finance.usdtIn',
  exportable: true,
})

/** One deposit, with who may have paid it if nobody is known. */
export const usdtInInfo = declare<typeof schema.usdtInInfo>('usdtInInfo', {
  method: 'GET',
  path: '/finance/usdtIn/info',
  level: 'read',
  menu: 'finance.usdtIn',
  codes: [21001],
})

/** The name of a payer to whom a deposit would be matched. */
export const usdtInPayer = declare<typeof schema.usdtInPayer>('usdtInPayer', {
  method: 'GET',
  path: '/finance/usdtIn/payer',
  level: 'read',
  menu: 'finance.usdtIn',
})

/** The health of each chain's nodes, and the reading progress. */
export const usdtHealth = declare<typeof schema.usdtHealth>('usdtHealth', {
  method: 'GET',
  path: '/finance/usdtIn/health',
  level: 'read',
  menu: 'finance.usdtIn',
})

/** Requests that an unmatched deposit is credited to this payer; a second member of staff approves. */
export const usdtInMatch = declare<typeof schema.usdtInMatch>('usdtInMatch', {
  method: 'POST',
  path: '/finance/usdtIn/match',
  level: 'write',
  menu: 'finance.usdtIn',
  operation: 'usdt.match',
  money: { does: 'moves', alone: 'never' },
  creates: true,
  codes: [11004, 20000, 21001],
  fieldCodes: { reason: 11004 },
})

/** Requests the rejection of an unmatched deposit: its amount stays without a payer. */
export const usdtInReject = declare<typeof schema.usdtInReject>('usdtInReject', {
  method: 'POST',
  path: '/finance/usdtIn/reject',
  level: 'write',
  menu: 'finance.usdtIn',
  operation: 'usdt.reject',
  money: { does: 'moves', alone: 'never' },
  creates: true,
  codes: [11004, 20000, 21001],
  fieldCodes: { reason: 11004 },
})

/**
 * Requests that a deposit matched to a wrong payer is taken back and becomes unmatched: only while the payer has all its tokens (60001). A
 * second member of staff approves.
 */
export const usdtInUnmatch = declare<typeof schema.usdtInUnmatch>('usdtInUnmatch', {
  method: 'POST',
  path: '/finance/usdtIn/unmatch',
  level: 'write',
  menu: 'finance.usdtIn',
  operation: 'usdt.unmatch',
  money: { does: 'moves', alone: 'never' },
  creates: true,
  codes: [11004, 20000, 21001, 60001],
  fieldCodes: { reason: 11004 },
})

/** Explains why a deposit vanished from its chain, which ends its alarm. */
export const usdtInExplain = declare<typeof schema.usdtInExplain>('usdtInExplain', {
  method: 'POST',
  path: '/finance/usdtIn/explain',
  level: 'write',
  menu: 'finance.usdtIn',
  operation: 'usdt.explainVanished',
  codes: [11004, 20000, 21001],
  fieldCodes: { reason: 11004 },
})

/** The same for the payments screen: an unreachable chain proves none. */
export const usdtOutHealth = declare<typeof schema.usdtOutHealth>('usdtOutHealth', {
  method: 'GET',
  path: '/finance/usdtOut/health',
  level: 'read',
  menu: 'finance.usdtOut',
})

/** Payment instructions, newest first. */
export const usdtOutList = declare<typeof schema.usdtOutList>('usdtOutList', {
  method: 'GET',
  path: '/finance/usdtOut/list',
  level: 'read',
  menu: 'finance.usdtOut',
  exportable: true,
})

/**
 * Takes instructions to the owner's wallet: one batch per chain. Repeating it requires `again`.
 */
export const usdtOutExport = declare<typeof schema.usdtOutExport>('usdtOutExport', {
  method: 'POST',
  path: '/finance/usdtOut/take',
  level: 'write',
  menu: 'finance.usdtOut',
  operation: 'usdt.take',
  money: { does: 'moves', alone: { because: 'approvedByAnother' } },
  creates: true,
  codes: [1000002, 20000, 21001],
})

/** Enters the hashes of the wallet's transactions: a line for each instruction. */
export const usdtOutHashes = declare<typeof schema.usdtOutHashes>('usdtOutHashes', {
  method: 'POST',
  path: '/finance/usdtOut/hashes',
  level: 'write',
  menu: 'finance.usdtOut',
  operation: 'usdt.hashes',
  money: { does: 'moves', alone: { because: 'provedByChain' } },
  encoding: 'json',
  codes: [20000, 21001],
})

/** Withdraws instructions that were never exported for the wallet. */
export const usdtOutWithdraw = declare<typeof schema.usdtOutWithdraw>('usdtOutWithdraw', {
  method: 'POST',
  path: '/finance/usdtOut/withdraw',
  level: 'write',
  menu: 'finance.usdtOut',
  operation: 'usdt.withdraw',
  money: { does: 'releases', alone: { because: 'backToOwner' } },
  codes: [11004, 20000, 21001],
  fieldCodes: { reason: 11004 },
})

/** On-chain balances of our addresses, with the expected ones. */
export const walletList = declare<typeof schema.walletList>('walletList', {
  method: 'GET',
  path: '/finance/wallet/list',
  level: 'read',
  menu: 'finance.wallet',
  exportable: true,
})

/** Sums by chain: the ledger, the chain, alarms; and the extended public keys. */
export const walletSummary = declare<typeof schema.walletSummary>('walletSummary', {
  method: 'GET',
  path: '/finance/wallet/summary',
  level: 'read',
  menu: 'finance.wallet',
})

/** Outflows from our addresses. */
export const outflowList = declare<typeof schema.outflowList>('outflowList', {
  method: 'GET',
  path: '/finance/wallet/outflows',
  level: 'read',
  menu: 'finance.wallet',
  exportable: true,
})

/** Explains an outflow to an unknown address, which ends its alarm. */
export const outflowExplain = declare<typeof schema.outflowExplain>('outflowExplain', {
  method: 'POST',
  path: '/finance/wallet/explain',
  level: 'write',
  menu: 'finance.wallet',
  operation: 'usdt.explain',
  codes: [11004, 20000, 21001],
  fieldCodes: { reason: 11004 },
})

/** Registers a wallet of the platform; a second member of staff approves it. */
export const walletRegister = declare<typeof schema.walletRegister>('walletRegister', {
  method: 'POST',
  path: '/finance/wallet/register',
  level: 'write',
  menu: 'finance.wallet',
  operation: 'usdt.wallet',
  money: { does: 'moves', alone: 'never' },
  creates: true,
  codes: [11004, 20000],
  fieldCodes: { reason: 11004 },
})

/** Enters a chain's fees; above the limit a second member of staff approves them. */
export const gasSave = declare<typeof schema.gasSave>('gasSave', {
  method: 'POST',
  path: '/finance/wallet/gas',
  level: 'write',
  menu: 'finance.wallet',
  operation: 'usdt.gas',
  money: { does: 'moves', alone: { upTo: 'gasFee' } },
  creates: true,
})

/** Reverses a fee that was entered wrongly; once. */
export const gasReverse = declare<typeof schema.gasReverse>('gasReverse', {
  method: 'POST',
  path: '/finance/wallet/gasReverse',
  level: 'write',
  menu: 'finance.wallet',
  operation: 'usdt.gasReverse',
  money: { does: 'moves', alone: { because: 'backToOwner' } },
  creates: true,
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
})

/** The entered fees. */
export const gasList = declare<typeof schema.gasList>('gasList', {
  method: 'GET',
  path: '/finance/wallet/gasList',
  level: 'read',
  menu: 'finance.wallet',
  exportable: true,
})

/** Confirms the configured extended public key of a chain, if the owner's wallet shows the same addresses 0 and 5. */
export const walletConfirm = declare<typeof schema.walletConfirm>('walletConfirm', {
  method: 'POST',
  path: '/finance/wallet/confirm',
  level: 'write',
  menu: 'finance.wallet',
  operation: 'usdt.confirm',
  money: { does: 'moves', alone: { because: 'operatorsKey' } },
  creates: true,
  codes: [20000],
})
