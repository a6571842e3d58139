import { useEffect, useSyncExternalStore } from 'react'
import { areReasonsLoaded, loadReasons, onReasons } from '../api/reasons.ts'
import { reasonOf } from './reasons.ts'

/** For screens whose rows carry reasons: loads their texts, and renders again once they have come. @returns `reasonOf`. */
export function useReasonTexts(): typeof reasonOf {
  useSyncExternalStore(onReasons, areReasonsLoaded)
  useEffect(() => void loadReasons(), [])
  return reasonOf
}
