// Mantine assigns the parts of a compound component to it (`Menu.Sub = MenuSub`), so each page with a menu would load all of
// them. Assignments of parts that no code uses are removed: the bundler then drops the parts.
// Without it, the heaviest list has 4.0 KB more, the log-in page 0.4.
import { globSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const sources = [
  new URL('../src/', import.meta.url).pathname,
  new URL('../../node_modules/@mantine/', import.meta.url).pathname,
]
const assignment = /^([A-Z]\w+)\.([A-Z]\w+) = \w+;\n/gm
/** Not in a message, which begins with the name of a part. */
const use = /(?<!["'`])\b[A-Z]\w+\.[A-Z]\w+\b(?! = )/g

/** A Mantine component that we don't use, although another part of Mantine refers to its parts. */
const unused = /\/esm\/components\/RingProgress\//

/** The parts used by our own code or by Mantine's, as `Menu.Item`. */
function usedParts(): Set<string> {
  const files = sources.flatMap((folder) =>
    globSync(['**/*.tsx', '*/esm/**/*.mjs'], { cwd: folder }).map((file) => folder + file),
  )
  const read = files.filter((file) => !unused.test(file))
  return new Set(read.flatMap((file) => readFileSync(file, 'utf8').match(use) ?? []))
}

/** The vite plugin. */
export function compoundParts(): Plugin {
  let used = new Set<string>()
  return {
    name: 'greenroom:compound-parts',
    apply: 'build',
    buildStart() {
      used = usedParts()
    },
    transform(code, id) {
      if (!id.includes('/@mantine/core/esm/components/')) return null
      const kept = code.replace(assignment, (line, name: string, part: string) =>
        used.has(`${name}.${part}`) ? line : '',
      )
      return kept === code ? null : { code: kept, map: null }
    },
  }
}
