// Adds a hint for V8 to layers that run as soon as they are loaded: compile all functions while the file loads, off the main thread, instead
// of each one when it is first called.
import type { Plugin } from 'vite'

const layers = new Set(['platform', 'base', 'core', 'shell', 'lists', 'figures', 'draw'])
const hint = '//# allFunctionsCalledOnLoad\n'

/** The vite plugin. */
export function compileHints(): Plugin {
  return {
    name: 'greenroom:compile-hints',
    apply: 'build',
    // After the last change: the hint counts only at the beginning of a file, and minifying removes comments.
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && layers.has(file.name)) file.code = hint + file.code
      },
    },
  }
}
