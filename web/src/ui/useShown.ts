import { useCallback, useEffect, useRef } from 'react'

/** Returns a function that tells whether the component is visible: not after unmounting, nor while its view is hidden. */
export function useShown(): () => boolean {
  const shown = useRef(false)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  return useCallback(() => shown.current, [])
}
