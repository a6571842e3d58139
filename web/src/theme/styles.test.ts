// Mantine's styles are imported one by one; a component without its own would be unstyled.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const available = Object.keys(import.meta.glob('/../node_modules/@mantine/core/styles/*.layer.css', { query: '?url' }))
const sources = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })

const names = available.map((path) => path.split('/').at(-1)?.replace('.layer.css', '') ?? '')
const stylesIn = (source: string) =>
  [...source.matchAll(/@mantine\/core\/styles\/(\w+)\.layer\.css/g)].map((m) => m[1] ?? '')
const componentsIn = (source: string) =>
  [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, list = '']) =>
    list.split(',').map((name) => name.trim()),
  )

/** The styles that a component needs besides its own. */
const partsOf: Record<string, readonly string[]> = {
  Autocomplete: ['Combobox', 'Input'],
  Checkbox: ['InlineInput'],
  ColorInput: ['ColorPicker', 'ColorSwatch', 'Input', 'Popover'],
  Drawer: ['ModalBase', 'Overlay'],
  FileInput: ['Input'],
  JsonInput: ['Input'],
  Menu: ['Popover'],
  Modal: ['ModalBase', 'Overlay'],
  MultiSelect: ['Combobox', 'Pill', 'PillsInput'],
  NativeSelect: ['Input'],
  Radio: ['InlineInput'],
  Select: ['Combobox', 'Input', 'ScrollArea'],
  SegmentedControl: ['FloatingIndicator'],
  Switch: ['InlineInput'],
  TagsInput: ['Combobox', 'Pill', 'PillsInput'],
  Textarea: ['Input'],
  TextInput: ['Input'],
}

const shared = Object.entries(sources)
  .filter(([path]) => /\.\/(base|screen|list|alert|form)Styles\.ts$/.test(path))
  .flatMap(([, source]) => stylesIn(source))

test('Mantine’s styles are found', () => {
  expect(names).toContain('Button')
  expect(shared).toContain('Button')
})

test('they are in Mantine’s order, where the later wins', () => {
  const kit = new URL('../../../node_modules/@mantine/core/', import.meta.url)
  const read = (path: string) => readFileSync(new URL(path, kit), 'utf8')
  const all = read('styles.css')
  for (const [path, source] of Object.entries(sources).filter(([path]) =>
    /\/(base|screen|list|form)Styles\.ts$/.test(path),
  )) {
    const places = stylesIn(source)
      .map((name) => /\.m_[0-9a-f]+/.exec(read(`styles/${name}.css`))?.[0])
      .flatMap((first) => (first ? [all.indexOf(first)] : []))
    expect(places.length, path).toBeGreaterThan(2)
    expect(places, path).toEqual([...places].sort((one, other) => one - other))
  }
})

test('no colour is used whose variables the build removes', () => {
  const plugin = readFileSync(new URL('../../build/kitStyles.ts', import.meta.url), 'utf8')
  const unused = /unusedColours = \[(.*)\]/.exec(plugin)?.[1]?.match(/\w+/g) ?? []
  expect(unused.length).toBeGreaterThan(3)
  const word = new RegExp(`\\b(${unused.join('|')})\\b`)
  const used = Object.entries(sources)
    .filter(([path]) => !path.includes('.test.'))
    .flatMap(([path, source]) => word.exec(source)?.map((colour) => `${path}: ${colour}`) ?? [])
  expect(used).toEqual([])
})

test('every used Mantine component has its styles', () => {
  const missing = Object.entries(sources).flatMap(([path, source]) => {
    const here = [...shared, ...stylesIn(source)]
    return componentsIn(source)
      .flatMap((name) => [name, ...(partsOf[name] ?? [])])
      .filter((name) => names.includes(name) && !here.includes(name))
      .map((name) => `${path}: ${name}`)
  })
  expect(missing).toEqual([])
})
