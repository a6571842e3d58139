/** `items` with the one at `from` moved to `to`. */
export const moved = <T>(items: readonly T[], from: number, to: number): T[] =>
  items.toSpliced(from, 1).toSpliced(to, 0, items[from]!)

/**
 * Where a key on the handle at `at` moves its item, by itself or to an end; undefined for other keys. Nothing passes a fixed item.
 * @param ahead the horizontal arrow that goes to the next item, as the page is read
 */
export function placeByKey(
  key: string,
  at: number,
  fixed: readonly boolean[],
  ahead: 'ArrowRight' | 'ArrowLeft',
): number | undefined {
  const behind = ahead === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight'
  const first = fixed.lastIndexOf(true, at) + 1
  const after = fixed.indexOf(true, at)
  const last = (after === -1 ? fixed.length : after) - 1
  const to = {
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    [behind]: at - 1,
    [ahead]: at + 1,
    Home: first,
    End: last,
  }[key]
  return to === undefined ? undefined : Math.min(Math.max(to, first), last)
}
