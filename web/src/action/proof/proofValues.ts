// The proof of a payment, as its form holds it.
import type { Picture } from '../../ui/PicturePicker.tsx'

export type Proof = { reference: string; proof: Picture[] }
