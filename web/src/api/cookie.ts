/** Reads a cookie by name; undefined when there is none or it is empty. */
export function readCookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return found ? decodeURIComponent(found.slice(name.length + 1)) || undefined : undefined
}

/** Sets a cookie for the whole site; other sites' requests send it on navigation only (Lax), and only over https if we run on it. */
export function writeCookie(name: string, value: string, days: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint: the Cookie Store API is not in every browser that we support
  document.cookie = `${name}=${encodeURIComponent(value)}; Max-Age=${days * 86_400}; Path=/; SameSite=Lax${secure}`
}

export function dropCookie(name: string): void {
  writeCookie(name, '', 0)
}
