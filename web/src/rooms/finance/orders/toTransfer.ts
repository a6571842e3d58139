/** A transfer in the ledger. */
export const toTransfer = (id: string): string => `/flow/token?drawer=${encodeURIComponent(`transfer:${id}`)}`
