// Forms that many actions share.
import type { FormLoader } from './action.ts'

export type Reason = { reason: string }
export const reasonForm: FormLoader<Reason> = () => import('./reasonForm.tsx')
