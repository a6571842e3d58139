// Parts of the UI library that every page would load and none shows: two of its three loaders, and colours of its palette.
// The build fails if a new release writes them in another way.
import type { Plugin } from 'vite'
import { unusedColours } from './kitStyles.ts'

const loaders: readonly [from: string, to: string][] = [
  ['import { Bars } from "./loaders/Bars.mjs";\n', ''],
  ['import { Dots } from "./loaders/Dots.mjs";\n', ''],
  ['\tbars: Bars,\n', ''],
  ['oval: Oval,\n\tdots: Dots\n', 'oval: Oval\n'],
]

/** The vite plugin. */
export function kitParts(): Plugin {
  return {
    name: 'greenroom:kit-parts',
    apply: 'build',
    transform(code, id) {
      if (id.endsWith('/@mantine/core/esm/components/Loader/Loader.mjs')) {
        const missing = loaders.find(([from]) => code.split(from).length !== 2)?.[0]
        if (missing) this.error(`the kit's loader has changed: ${missing}`)
        return { code: loaders.reduce((rest, [from, to]) => rest.replace(from, to), code), map: null }
      }
      if (id.endsWith('/@mantine/core/esm/core/MantineProvider/default-colors.mjs')) {
        const palette = new RegExp(`^\\t(${unusedColours.join('|')}): \\[[^\\]]*\\],?\\n`, 'gm')
        if (code.match(palette)?.length !== unusedColours.length) this.error("the kit's palette has changed")
        return { code: code.replace(palette, ''), map: null }
      }
      return null
    },
  }
}
