// The proof of a payment, as form values.
import type { Picture } from '../../ui/PicturePicker.tsx'

export type Proof = { reference: string; proof: Picture[] }
