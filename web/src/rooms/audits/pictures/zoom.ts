// A picture's transform in the viewer: zoom around a point, pan, rotation.

/** `x` and `y` are pixels from the middle; `angle` in degrees. */
export type Transform = { scale: number; x: number; y: number; angle: number }

export const flat: Transform = { scale: 1, x: 0, y: 0, angle: 0 }
const most = 8
const step = 1.35

const within = (scale: number) => Math.min(most, Math.max(1, scale))

/** Zooms by `factor` around a point relative to the centre. */
export function zoomAt(transform: Transform, factor: number, x: number, y: number): Transform {
  const scale = within(transform.scale * factor)
  if (scale === 1) return { ...flat, angle: transform.angle }
  const by = scale / transform.scale
  return { ...transform, scale, x: x - (x - transform.x) * by, y: y - (y - transform.y) * by }
}

export const zoomIn = (transform: Transform): Transform => zoomAt(transform, step, 0, 0)
export const zoomOut = (transform: Transform): Transform => zoomAt(transform, 1 / step, 0, 0)
/** Toggles zoom. */
export const zoomToggle = (transform: Transform): Transform =>
  transform.scale > 1 ? { ...flat, angle: transform.angle } : zoomAt(transform, 2.5, 0, 0)
export const rotate = (transform: Transform): Transform => ({ ...transform, x: 0, y: 0, angle: transform.angle + 90 })
/** Pans by pixels; a picture that fits does not move. */
export const pan = (transform: Transform, x: number, y: number): Transform =>
  transform.scale === 1 ? transform : { ...transform, x: transform.x + x, y: transform.y + y }
