// The proof of a payment: its form, and its fields in payloads.

import type { Picture } from '../../ui/PicturePicker.tsx'
import type { FormLoader } from '../action.ts'

// The proof of a payment, as form values.
export type Proof = { reference: string; proof: Picture[] }

export const proofForm: FormLoader<Proof> = () => import('./proofForm.tsx')

export const proofOf = ({ reference, proof }: Proof) => ({ reference, proofFileId: proof[0]?.fileId ?? '' })
