// The UI library's styles as needed: those of later parts load with the modules that use them, and the variables of
// unused colours are removed.
// Without it, every page has 0.6 KB more.
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** The components whose styles a file of `src/theme/` holds. */
const componentsOf = (file: string): string[] => {
  const styles = readFileSync(new URL(`../src/theme/${file}.ts`, import.meta.url), 'utf8')
  return [...styles.matchAll(/styles\/(\w+)\.layer\.css/g)].flatMap(([, name]) => name ?? [])
}
const forms = new Set(componentsOf('formStyles'))
/** With those that have no styles of their own but are drawn with these. */
const lists = new Set([...componentsOf('listStyles'), 'Autocomplete', 'MultiSelect', 'Select', 'TagsInput'])

const imported = (code: string): string[] =>
  [...code.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  )

/** Each has 38 variables on every page. `styles.test.ts` fails if one of them is used. */
export const unusedColours = ['cyan', 'green', 'indigo', 'lime', 'pink', 'violet']
const unusedVariables = new RegExp(`^ *--mantine-color-(${unusedColours.join('|')})-[\\w-]+:[^;]*;\\n`, 'gm')

/** Classes and animations of what we draw nowhere: groups of buttons, and two of three loaders (`kitParts.ts`). */
const unusedRules: Readonly<Record<string, RegExp>> = {
  ActionIcon: /m_1a0f1b21|m_437b6484/,
  Button: /m_80d6d844|m_70be2a01/,
  Loader: /m_7a2bd4cd|m_870bb79|m_4e3f22d7|m_870c4af|m_5d2b3b9d|m_aac34a1/,
}

/** A stylesheet without the rules that are only about these; groups of rules that are left empty go with them. */
function withoutRules(css: string, unused: RegExp): string {
  let kept = ''
  for (let at = 0; at < css.length; ) {
    const open = css.indexOf('{', at)
    if (open < 0) return kept + css.slice(at)
    let [end, depth] = [open + 1, 1]
    for (; depth > 0; end++) depth += css[end] === '{' ? 1 : css[end] === '}' ? -1 : 0
    const [prelude, body] = [css.slice(at, open), css.slice(open + 1, end - 1)]
    const isGroup = /^\s*@(layer|media|supports)/.test(prelude)
    const inner = isGroup ? withoutRules(body, unused) : body
    const isUnused = isGroup ? inner.trim() === '' : prelude.split(',').every((one) => unused.test(one))
    if (!isUnused) kept += `${prelude}{${inner}}`
    at = end
  }
  return kept
}

/** The vite plugin. */
export function kitStyles(): Plugin {
  return {
    name: 'greenroom:kit-styles',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith('/default-css-variables.layer.css')) return { code: code.replace(unusedVariables, ''), map: null }
      const unused = unusedRules[/\/(\w+)\.layer\.css$/.exec(id)?.[1] ?? '']
      if (unused) return { code: withoutRules(code, unused), map: null }
      if (!/\/web\/src\/.*\.tsx$/.test(id)) return null
      const names = imported(code)
      // A dialog of the kit, whose styles come before its own.
      const isPalette = code.includes("from '@mantine/spotlight'")
      const needed = [
        ...(names.includes('Alert') ? ['alertStyles'] : []),
        ...(isPalette || names.some((name) => lists.has(name) || forms.has(name)) ? ['listStyles'] : []),
        ...(isPalette || names.some((name) => forms.has(name)) ? ['formStyles'] : []),
      ]
      if (needed.length === 0) return null
      const imports = needed.map((file) => `import '/src/theme/${file}.ts'\n`).join('')
      return { code: isPalette ? `${imports}${code}` : `${code}\n${imports}`, map: null }
    },
  }
}
