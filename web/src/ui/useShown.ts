import { useCallback, useEffect, useRef } from 'react'

/** Answers whether the component can be seen: not once it is gone, nor while its view is kept hidden. */
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
