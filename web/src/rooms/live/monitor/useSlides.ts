// Tiles that change their place slide there, so that the eye follows them.
import { type RefObject, useLayoutEffect, useRef } from 'react'

const slide: KeyframeAnimationOptions = { duration: 220, easing: 'ease-out' }

/**
 * Lets the children of `list` slide from where they were to where they are; those that come appear at once. Nothing slides for users who
 * prefer less motion.
 *
 * @param arranged changes whenever a child may have changed its place.
 */
export function useSlides(list: RefObject<HTMLElement | null>, arranged: unknown): void {
  const places = useRef(new Map<Element, readonly [number, number]>())
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const now = new Map<Element, readonly [number, number]>()
    for (const child of element.children as HTMLCollectionOf<HTMLElement>) {
      const [left, top] = [child.offsetLeft, child.offsetTop]
      const last = places.current.get(child)
      if (last && !isStill && (last[0] !== left || last[1] !== top))
        child.animate(
          [{ transform: `translate(${last[0] - left}px, ${last[1] - top}px)` }, { transform: 'none' }],
          slide,
        )
      now.set(child, [left, top])
    }
    places.current = now
  }, [list, arranged])
}
