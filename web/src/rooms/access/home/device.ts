// A browser's name from its user agent.
const browsers = [
  ['Edge', /Edg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+).*Safari/],
] as const

const systems = [
  ['Windows', /Windows/],
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux|X11/],
] as const

/** A user agent's short name: `Chrome 128, Windows`. Undefined if it isn't a browser. */
export function deviceOf(userAgent: string): string | undefined {
  const browser = browsers.find(([, pattern]) => pattern.test(userAgent))
  if (!browser) return userAgent.split(/[\s/]/)[0] || undefined
  const system = systems.find(([, pattern]) => pattern.test(userAgent))
  const version = browser[1].exec(userAgent)?.[1] ?? ''
  return [`${browser[0]} ${version}`, system?.[0]].filter(Boolean).join(', ')
}
