// The rows of a long list: only rows in or near the viewport are rendered.
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect } from 'react'

type Props = {
  scroller: RefObject<HTMLElement | null>
  count: number
  /** Height of a row. */
  height: number
  drawn: (indexes: readonly number[]) => ReactNode
}

export default function LongRows({ scroller, count, height, drawn }: Props) {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
  })
  useEffect(() => virtual.measure(), [height, virtual])
  return drawn(virtual.getVirtualItems().map(({ index }) => index))
}
