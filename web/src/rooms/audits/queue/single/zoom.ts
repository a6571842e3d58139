// A picture's transform in the viewer: zoom around a point, pan, rotation.

/** `x` and `y` are pixels from the middle; `angle` in degrees. */
export type Glass = { scale: number; x: number; y: number; angle: number }

export const flat: Glass = { scale: 1, x: 0, y: 0, angle: 0 }
const most = 8
const step = 1.35

const within = (scale: number) => Math.min(most, Math.max(1, scale))

/** Zooms by `factor` around a point relative to the centre. */
export function zoomAt(glass: Glass, factor: number, x: number, y: number): Glass {
  const scale = within(glass.scale * factor)
  if (scale === 1) return { ...flat, angle: glass.angle }
  const by = scale / glass.scale
  return { ...glass, scale, x: x - (x - glass.x) * by, y: y - (y - glass.y) * by }
}

export const zoomIn = (glass: Glass): Glass => zoomAt(glass, step, 0, 0)
export const zoomOut = (glass: Glass): Glass => zoomAt(glass, 1 / step, 0, 0)
/** Toggles zoom. */
export const zoomToggle = (glass: Glass): Glass =>
  glass.scale > 1 ? { ...flat, angle: glass.angle } : zoomAt(glass, 2.5, 0, 0)
export const rotate = (glass: Glass): Glass => ({ ...glass, x: 0, y: 0, angle: glass.angle + 90 })
/** Pans by pixels; a picture that fits does not move. */
export const pan = (glass: Glass, x: number, y: number): Glass =>
  glass.scale === 1 ? glass : { ...glass, x: glass.x + x, y: glass.y + y }
