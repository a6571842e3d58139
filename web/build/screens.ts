// Which module renders each screen, and which screens are larger than a list.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screens } from '@greenroom/contract/screens'

export const source = join(import.meta.dirname, '..', 'src')

/** The module that draws each screen, by its path, from the entry files of the rooms. */
export function screenModules(): Map<string, string> {
  const modules = new Map<string, string>()
  for (const room of readdirSync(join(source, 'rooms'))) {
    const door = join(source, 'rooms', room, 'index.ts')
    if (!existsSync(door)) continue
    for (const [, key, file] of readFileSync(door, 'utf8').matchAll(
      /'([\w-]+\.\w+)': \(\) =>\s+(?:withReasonTexts\(\(\) => )?import\('\.\/([^']+)'\)/g,
    ))
      if (key && file && key in screens)
        modules.set(screens[key as keyof typeof screens].path, join(source, 'rooms', room, file))
  }
  return modules
}

/** Screens other than plain lists (charts, desks, walls, forms) and their size limits; `e2e/tests/weight.spec.ts` checks them. */
export const heavier: Readonly<Record<string, { files: number; kilobytes: number }>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'heavier.json'), 'utf8'),
)
