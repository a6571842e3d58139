// Which folders of the web may import which (design: app → rooms → kit → api → contract), by folder names.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('./**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })

/** The base of the screen kit; it never imports lists or actions. */
const base = ['ui', 'charts', 'format', 'session', 'api', 'i18n']
/** Lists never import actions; a screen combines both. */
const kit = ['page', 'actions', 'listTools', 'list', ...base]
/** What each layer may import besides itself; every folder must be listed. */
const mayImport: Record<string, readonly string[]> = {
  '': ['app', 'session', 'api', 'i18n', 'theme'],
  app: ['rooms', ...kit, 'theme'],
  rooms: kit,
  page: ['actions', 'listTools', 'list', ...base],
  actions: ['list', ...base],
  listTools: ['list', ...base],
  list: base,
  ui: base,
  charts: base,
  format: base,
  session: base,
  api: [],
  i18n: ['api'],
  theme: [],
}

const placeOf = (path: string) => {
  const parts = path.replace(/^\.\//, '').split('/')
  const [floor, room] = parts.length === 1 ? [''] : parts
  return { floor: floor ?? '', room: floor === 'rooms' ? room : undefined }
}

function resolve(from: string, relative: string): string {
  const parts = from.split('/').slice(0, -1)
  for (const step of relative.split('/')) {
    if (step === '..') parts.pop()
    else if (step !== '.') parts.push(step)
  }
  return parts.join('/')
}

const imports = Object.entries(sources).flatMap(([file, source]) =>
  [...source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, target = '']) => ({ file, target })),
)
const inside = imports
  // Component tests use `test/stage.tsx`, which imports all layers.
  .filter(({ file, target }) => target.startsWith('.') && !/\.dom\.test\.tsx?$/.test(file))
  .map(({ file, target }) => ({ file, target: resolve(file, target) }))
  // What tests share stands beside the layers.
  .filter(({ target }) => !target.startsWith('test/'))

test('every folder belongs to a layer', () => {
  const floors = new Set(Object.keys(sources).map((file) => placeOf(file).floor))
  expect([...floors].filter((floor) => !(floor in mayImport))).toEqual([])
})

test('imports go down the layers, never up', () => {
  const wrong = inside.filter(({ file, target }) => {
    const [from, to] = [placeOf(file).floor, placeOf(target).floor]
    return from !== to && !mayImport[from]?.includes(to)
  })
  expect(wrong.map(({ file, target }) => `${file} → ${target}`)).toEqual([])
})

test('rooms never import each other', () => {
  const wrong = inside.filter(({ file, target }) => {
    const [from, to] = [placeOf(file), placeOf(target)]
    return from.floor === 'rooms' && to.floor === 'rooms' && from.room !== to.room
  })
  expect(wrong.map(({ file, target }) => `${file} → ${target}`)).toEqual([])
})

const styles = Object.keys(import.meta.glob('./**/*.css'))
const counted = [...Object.keys(sources), ...styles].filter((file) => !/\.(?:test|fixture)\./.test(file))
const linesOf = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8').split('\n').length - 1
const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'))

test('a file says its subject without its folder: no name occurs twice', () => {
  const named = counted.filter((file) => !/^\.\/(?:rooms\/[\w-]+|i18n)\/index\.ts$/.test(file))
  const byName = Map.groupBy(named, (file) => (file.split('/').at(-1) ?? '').replace(/\.tsx?$/, ''))
  expect([...byName.values()].filter((files) => files.length > 1)).toEqual([])
  const drawers = /\/(?:parts|actions|state|options|texts|work|utils|helpers|common|misc|types|index)\.tsx?$/i
  expect(named.filter((file) => drawers.test(file))).toEqual([])
})

test('folders are at most three deep, and neither tiny nor crowded', () => {
  const folders = Map.groupBy(counted, folderOf)
  const wrong = [...folders].filter(([folder, files]) => {
    const lines = files.reduce((sum, file) => sum + linesOf(file), 0)
    // `main.tsx` stands by itself.
    if (folder === '.') return files.length > 1
    return folder.split('/').length > 4 || files.length < 4 || files.length > 25 || lines < 150
  })
  expect(wrong.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([])
})

/** Small files with one caller that stay. */
const alone: Readonly<Record<string, string>> = {
  './theme/baseStyles.ts': 'styles in Mantine’s order, which no other import may come between',
  './theme/screenStyles.ts': 'as above',
  './app/withoutLists.ts': 'the build reads it as well',
}

test('a file under 25 lines with one caller is a part of it, unless it is loaded later, tested by itself or a door', () => {
  const users = Map.groupBy(
    Object.entries(sources).flatMap(([file, source]) =>
      [...source.matchAll(/(?:from|import)\s*(\(?)\s*'(\.[^']+)'/g)].map(([, later, target = '']) => ({
        by: later || file.includes('.test.') ? 'apart' : file,
        target: `./${resolve(file, target).replace(/^\.\//, '')}`,
      })),
    ),
    ({ target }) => target,
  )
  const small = Object.keys(sources).filter((file) => {
    const by = new Set(users.get(file)?.map((user) => user.by))
    return !file.endsWith('/index.ts') && linesOf(file) < 25 && by.size === 1 && !by.has('apart')
  })
  expect(small.toSorted()).toEqual(Object.keys(alone).toSorted())
})

test('the web imports no package of ours but the contract', () => {
  const own = imports.filter(({ target }) => target.startsWith('@greenroom/'))
  expect(own.filter(({ target }) => !target.startsWith('@greenroom/contract/'))).toEqual([])
})

/** Code that a helper of `ui/` replaces. Tests may use it. */
const replaced: readonly { pattern: RegExp; by: string; except?: readonly string[] }[] = [
  {
    pattern: /\buseMutation\(|\bset(?:Busy|Sending)\b/,
    by: 'useSend: nothing is sent twice',
    // Two read on request; a desk sends from one place.
    except: [
      './ui/behaviour/useSend.ts',
      './rooms/access/useFieldChecks.ts',
      './rooms/flow/token/BookBalance.tsx',
      './rooms/official/message/AudienceFields.tsx',
      './rooms/audits/report/useReportDesk.ts',
    ],
  },
  {
    pattern: /\bevent\.key === 'Enter' && \(event\.ctrlKey/,
    by: 'isSubmitKey: a held key sends once',
    except: ['./ui/behaviour/useSend.ts'],
  },
  {
    pattern: /\bdocument\.querySelector/,
    by: 'shownElement: a hidden view stays in the document',
    // The page's own head.
    except: [
      './ui/behaviour/shown.ts',
      './theme/Theme.tsx',
      './api/call.ts',
      './rooms/promotion/landing/LandingForm.tsx',
    ],
  },
  {
    pattern: /type="date(?:time-local)?"|from '@mantine\/dates'/,
    by: 'DayField and DateTimeField: a date is entered in one way, whatever the browser',
    // A filter's span is picked in one calendar.
    except: [
      './ui/fields/Calendar.tsx',
      './ui/fields/DayField.tsx',
      './ui/fields/DateTimeField.tsx',
      './listTools/filters/DatesPanel.tsx',
    ],
  },
  {
    pattern: /<Drawer\b/,
    by: 'SideDrawer: drawers have three widths',
    except: ['./actions/form/SideDrawer.tsx'],
  },
  {
    pattern: /Storage\.setItem\(/,
    by: 'keepText: storage may be full or disabled',
    // A page that could not remember its reload would reload for ever.
    except: ['./api/storage.ts', './app/Broken.tsx'],
  },
  {
    pattern: /Listener\(['"]page(?:hide|show)/,
    by: 'usePageLeave: what the browser brings back from its cache is claimed again',
    // The others keep what was typed or seen, or leave the shared stream.
    except: ['./page/desk/usePageLeave.ts', './api/pushSharing.ts', './session/draft.ts', './session/routeMemory.ts'],
  },
  {
    pattern: /^import [\s\S]*<[A-Z][\s\S]*\bJSON\.stringify\(/,
    by: 'readable of ui/diff: nobody reads JSON on a screen',
    // An editor of JSON, the bridge's own traffic, and a comparison.
    except: ['./ui/fields/JsonField.tsx', './rooms/system/bridge/Json.tsx', './actions/form/FormDrawer.tsx'],
  },
  {
    pattern: /\berrorMsg\b/,
    by: 'whyOutcome: the server’s own text is English',
    // They read it and pass it on; `whyOutcome` shows it where there is no other text.
    except: [
      './api/call.ts',
      './session/refusalReasons.ts',
      './actions/action.ts',
      './rooms/users/Ban.tsx',
      './rooms/audits/queue/BatchOutcome.tsx',
      './rooms/audits/queue/QueueNotices.tsx',
      './rooms/audits/bench/benchCalls.ts',
    ],
  },
  { pattern: /\bnew KeyboardEvent\(/, by: 'the opener itself, such as useHelp: no key is pressed that nobody pressed' },
  {
    pattern: /\.isComposing\b|\bkeyCode\b/,
    by: 'isComposing of ui/composing: Safari ends a composition before its Enter',
    except: ['./ui/behaviour/composing.ts'],
  },
  {
    pattern: /\bkey [!=]== 'Enter'(?![\s\S]*\bisComposing\()(?<!\bisComposing\([\s\S]*)/,
    by: 'isComposing: the Enter that chooses a word sends nothing',
    // The second is asked by `handleReasonKey`, which looks first.
    except: ['./ui/behaviour/useSend.ts', './page/desk/offeredReasons.ts'],
  },
  {
    pattern: /\bnavigator\.clipboard\b/,
    by: 'copyText: it also works without https',
    // The second reads what was copied, and has a field to paste into where it cannot.
    except: ['./ui/behaviour/copyText.ts', './rooms/topup-agents/sell/SellQueue.tsx'],
  },
  {
    pattern: /\.download = |\bdownload=/,
    by: 'saveFile: one way to save a file',
    except: ['./ui/behaviour/saveFile.ts'],
  },
  {
    pattern: /\bset(?:Timeout|Interval)\(\(\) => set\w+\((?:\(\w+\) => )?\w+ - 1\)/,
    by: 'useCountdown: a count by timers stands still in a tab that sleeps',
  },
  {
    pattern: /\b(?:t|label)\([^()]*\b(?:id|userId|batchId|version|build): (?!String\()[\w.]+[ ,}]/,
    by: 'String(id): a number in a text is a count, and is grouped',
  },
  {
    pattern: /(?:=> |>\{)\w+\.(?:vipType|language|platform)(?: \|\| \w+)?[,}]/,
    by: 'vipName, LanguageName, platformName: codes are shown as words',
  },
  {
    pattern: /\bonDragStart\b|\bdraggable(?!=\{false\})|from '@dnd-kit\//,
    by: 'Reorder: an order is also changed by touch and by keyboard',
    except: ['./ui/behaviour/Reorder.tsx'],
  },
  { pattern: /\brandomUUID\b/, by: 'newId of the contract: it also works without https' },
]

test.each(replaced)('$by', ({ pattern, except = [] }) => {
  const found = Object.entries(sources).filter(
    ([file, source]) => !file.includes('.test.') && !except.includes(file) && pattern.test(source),
  )
  expect(found.map(([file]) => file)).toEqual([])
})
