// Adds the styles of the kit's later parts to the modules that draw with them.
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const styles = new URL('../src/theme/formStyles.ts', import.meta.url)

/** The components whose styles `formStyles.ts` holds. */
const components = new Set(
  [...readFileSync(styles, 'utf8').matchAll(/styles\/(\w+)\.layer\.css/g)].map(([, name]) => name),
)

const imported = (code: string): string[] =>
  [...code.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  )

/** The vite plugin. */
export function kitStyles(): Plugin {
  return {
    name: 'greenroom:kit-styles',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/web\/src\/.*\.tsx$/.test(id) || !imported(code).some((name) => components.has(name))) return null
      return { code: `${code}\nimport '/src/theme/formStyles.ts'\n`, map: null }
    },
  }
}
