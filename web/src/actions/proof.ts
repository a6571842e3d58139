// The proof of a payment: its form, and its fields in payloads.

import type { FormLoader } from './action.ts'
import type { Proof } from './proofForm.tsx'

export const proofForm: FormLoader<Proof> = () => import('./proofForm.tsx')

export const proofOf = ({ reference, proof }: Proof) => ({ reference, proofFileId: proof[0]?.fileId ?? '' })
