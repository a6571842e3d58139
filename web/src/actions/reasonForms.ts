// Forms shared by many actions.
import type { FormLoader } from './action.ts'

export type Reason = { reason: string }
export const reasonForm: FormLoader<Reason> = () => import('./reasonForm.tsx')
