// The router's link can prefetch pages of its own framework. We have no such pages, but each link would have two states, two
// effects and a reference for it, and each page the code that reads such a framework's routes.
// Without it, every list has 1.5 KB more.
import type { Plugin } from 'vite'

const parts: readonly [from: string, to: string][] = [
  ['let [shouldPrefetch, prefetchRef, prefetchHandlers] = usePrefetchBehavior(prefetch, rest);', ''],
  ['...prefetchHandlers,', ''],
  ['ref: mergeRefs(forwardedRef, prefetchRef)', 'ref: forwardedRef'],
]
const fetching = /return shouldPrefetch && !isAbsolute \? .*PrefetchPageLinks.* : link;/

/** The vite plugin. The build fails if a new release of the router has a different link. */
export function routerLinks(): Plugin {
  return {
    name: 'greenroom:router-links',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith('/react-router/dist/production/lib/dom/lib.js')) return null
      const missing = parts.find(([from]) => code.split(from).length !== 2)?.[0]
      if (missing || !fetching.test(code)) this.error(`the router's link has changed: ${missing ?? fetching}`)
      const shorter = parts.reduce((rest, [from, to]) => rest.replace(from, to), code)
      return { code: shorter.replace(fetching, 'return link;'), map: null }
    },
  }
}
