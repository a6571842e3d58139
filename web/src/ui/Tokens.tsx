import { Amount } from '../format/Amount.tsx'

/** An amount of tokens. */
export const Tokens = ({ amount }: { amount: number }) => <Amount value={amount} unit="tokens" />
