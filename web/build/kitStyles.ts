// The UI library's styles as needed: those of later parts load with the modules that use them, and the variables of
// unused colours are removed.
// Without it, every page has 0.6 KB more.
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

/** Each has 38 variables on every page. `styles.test.ts` fails if one of them is used. */
const unusedColours = ['cyan', 'green', 'indigo', 'lime', 'pink', 'violet']
const unusedVariables = new RegExp(`^ *--mantine-color-(${unusedColours.join('|')})-[\\w-]+:[^;]*;\\n`, 'gm')

/** The vite plugin. */
export function kitStyles(): Plugin {
  return {
    name: 'greenroom:kit-styles',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith('/default-css-variables.layer.css')) return { code: code.replace(unusedVariables, ''), map: null }
      if (!/\/web\/src\/.*\.tsx$/.test(id) || !imported(code).some((name) => components.has(name))) return null
      return { code: `${code}\nimport '/src/theme/formStyles.ts'\n`, map: null }
    },
  }
}
