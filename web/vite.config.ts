import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { compileHints } from './build/compileHints.ts'
import { compoundParts } from './build/compoundParts.ts'
import { kitParts } from './build/kitParts.ts'
import { kitStyles } from './build/kitStyles.ts'
import { loginForm } from './build/loginTexts.ts'
import { portalApp } from './build/portalApp.ts'
import { precompress } from './build/precompress.ts'
import { preloads } from './build/preloads.ts'
import { routerLinks } from './build/routerLinks.ts'
import { isCore, isOfPortal, placeOfShared } from './build/sharing.ts'

const api = process.env['GREENROOM_API'] ?? 'http://127.0.0.1:8080'

// A screen loads few chunks. Each is a layer that imports only earlier ones: the platform, the base of every page (log-in
// included), the shell behind the log-in, the kit of lists, code shared by a room's screens, the kit of forms, the screen itself.
const layers = {
  platform:
    /rolldown\/runtime|node_modules\/(react|react-dom|scheduler|i18next|react-i18next|use-sync-external-store)\//,
  // With what `i18n/anyDigits.ts` loads after any page.
  base: new RegExp(
    [
      'web/src/main\\.tsx$',
      'contract/src/digits\\.ts$',
      'web/src/rooms/access/Card\\.module\\.css$',
      'web/src/(session/(cookies|notice)|ui/behaviour/useSend)\\.ts$',
      'web/src/ui/values/(Note|note)\\.',
      '@mantine/core/esm/components/(Anchor|Stack)/',
    ].join('|'),
  ),
  // The log-in form and the kit's fields.
  login: /web\/src\/rooms\/access\/Login\.tsx$/,
  // Behind every log-in: router and queries, what both shells have, and what Home and Sell of leaders and agents share with lists.
  core: /node_modules\/(react-router|@tanstack\/(react-query|query-core))\/(?!.*(index|useQueries|queriesObserver|useMutation|mutationObserver|useInfiniteQuery|infiniteQueryObserver)\.)|@mantine\/core\/esm\/components\/(Skeleton|Badge)\//,
  shell:
    /web\/src\/(app\/shell\/Shell\.tsx|theme\/listStyles\.ts|(list|listTools|page(?!\/desk)|ui(?!\/share)|actions|format)\/.*\.module\.css|rooms\/(?!access\/)[\w-]+\/(?!userStat)\w+\.module\.css)$/,
  // Also used by screens without a form, which don't load the forms' layer.
  parts: new RegExp(
    [
      '@mantine/core/esm/components/(SegmentedControl|FloatingIndicator|Switch|Progress|Table|Timeline|Tabs|Checkbox|Textarea)/',
      '@mantine/hooks/',
      'react-textarea-autosize/|use-latest/|use-composed-ref/|use-isomorphic-layout-effect/',
      '@tanstack/(react-query/build/modern/useMutation|query-core/build/modern/mutationObserver)',
      'web/src/ui/(values/diff|Story|behaviour/useAttempt)\\.tsx?',
      'web/src/(actions/form/RevealAccount|api/oneAtATime)',
      'contract/src/reasons[./]',
    ].join('|'),
  ),
  panels: /web\/src\/page\/Panel\.|useInfiniteQuery|infiniteQueryObserver/,
  modals:
    /@mantine\/core\/esm\/components\/(Modal|ModalBase)\/|react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref/,
  lists: new RegExp(
    [
      'web/src/(list|listTools|page)/(?!Panel\\.|desk/|money/|FiguresPage|useFigures|figures\\.|record/RecordForm|ColumnChooser|NameView|followExport|filters/DatesPanel)',
      'web/src/actions/(?!form/|ActionDialog|AnswerDialog|BatchReport|reasonForm\\.|followBulk)',
      'web/src/format/',
      'web/src/ui/(?:values/|behaviour/)?(CopyButton|Facts|Failure|Labelled|Nothing|PersonLink|Score|StatusBadge|Tokens|UserChip|ViewTabs|WhyNot|fitWindow|labels|stateColours|useMenuName|useWidth)\\.',
      '@mantine/core/esm/(core|utils)/',
      'contract/src/(sentences/(words|approvals|staff)|statesAndKinds|amounts|bulk|typedAmounts|digits)\\.ts',
      '@tabler/icons-react/',
      '@tanstack/react-query/build/modern/useIsFetching',
    ].join('|'),
  ),
}

const everywhere = /\/(rolldown-runtime|platform|base)-/
/** A file that is loaded before the chunk `by`. */
const isThere = (file: string, by: string) =>
  everywhere.test(file) || (/\/core-/.test(file) && /\/(core|shell|lists|PortalShell)-/.test(by))
const isOfLists = (id: string) => [layers.shell, layers.parts, layers.lists].some((layer) => layer.test(id))

const icons = /@tabler\/icons-react\//

// Calls and sentences are split by area, so that a new area makes no other area's screens heavier.
const areas: Record<string, RegExp> = {
  audits: /^audit/,
  society: /^(guild|settlement|payouts$)/,
  system: /^(system|clients|bridge)/,
  people: /^(users|live|flow)/,
  dashboards: /^(dashboards|figureRecords)$/,
}
const ofArea =
  /contract\/src\/(?:sentences\/|records\/)?(?!access|limits|isolated|call|sessionEnding|screens|errors|reasons|fields)(\w+)\.ts$/
const isOfArea = (id: string) => ofArea.test(id)
function areaOf(file: string): string | null {
  const stem = ofArea.exec(file)?.[1]
  if (!stem) return null
  return `calls-${Object.keys(areas).find((area) => areas[area]?.test(stem)) ?? stem}`
}

/** What a leader's or an agent's first screens call with is in no list's chunk. */
const placeOf = (id: string, graph: Rolldown.ChunkingContext) =>
  isOfArea(id) && isOfPortal(id, graph) ? null : placeOfShared(id, graph)

/** Files that tests and people know by name. */
const keptNames = new Set(['forms', 'formStyles', 'figures', 'desks', 'reorder', 'dates', 'draw', 'PortalShell'])
const texts = /contract\/texts\/|\/i18n\/base\./

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    loginForm(),
    kitStyles(),
    kitParts(),
    compoundParts(),
    routerLinks(),
    react(),
    preloads(),
    portalApp(),
    compileHints(),
    precompress(),
  ],
  resolve: {
    // A page has the texts of its sentences in its reader's language, and not the whole catalogue.
    alias: [{ find: /^\.\/allTexts\.ts$/, replacement: join(import.meta.dirname, 'src/i18n/sentenceTexts.ts') }],
  },
  build: {
    outDir: 'dist',
    target: 'es2023',
    emptyOutDir: true,
    // Nothing is inlined: the content security policy allows no `data:` for scripts and styles.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The server adds each page's preloads: `build/preloads.ts`.
    modulePreload: {
      polyfill: false,
      // What imports later has these already, and would name them again for each screen.
      resolveDependencies: (_file, files, { hostId, hostType }) =>
        hostType === 'html' ? [] : files.filter((file) => !isThere(file, hostId)),
    },
    // The charts' library is a large chunk; it is loaded with the first chart.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      // Without this, each page whose module is in a layer gets another file that only re-exports it.
      preserveEntrySignatures: 'allow-extension',
      output: {
        // Whatever loads screens names the files of all: their names would weigh more than what tells them apart.
        chunkFileNames: ({ name, facadeModuleId }) =>
          `assets/${name in layers || keptNames.has(name) || texts.test(facadeModuleId ?? '') ? '[name]' : 's'}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) =>
          name.endsWith('.css') && !(name.slice(0, -4) in layers)
            ? 'assets/s-[hash][extname]'
            : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          // A module goes into the matching group with the highest priority; priorities are integers.
          groups: [
            { name: 'platform', test: layers.platform, priority: 16 },
            { name: 'base', test: layers.base, priority: 15 },
            { name: 'login', test: layers.login, priority: 14 },
            {
              name: (id, graph) => (layers.core.test(id) || isCore(id, graph, isOfLists, isOfArea) ? 'core' : null),
              priority: 13,
            },
            {
              // Including icons that lists of several rooms use, and what palette and charts load their parts with.
              name: (id, graph) =>
                layers.shell.test(id) ||
                id.endsWith('web/src/ui/behaviour/loadedOnce.ts') ||
                (icons.test(id) && placeOf(id, graph) === 'lists')
                  ? 'shell'
                  : null,
              priority: 12,
            },
            { name: 'alert', test: /components\/Alert\/|theme\/alertStyles\.ts/, priority: 14 },
            // Of Home and of many drawers.
            { name: 'table', test: /web\/src\/ui\/(ShortTable\.|shortTable\.)/, priority: 14 },
            { name: 'panels', test: layers.panels, priority: 11, includeDependenciesRecursively: false },
            {
              name: (id, graph) =>
                layers.lists.test(id) || (!ofArea.test(id) && placeOf(id, graph) === 'lists') ? 'lists' : null,
              minShareCount: 4,
              priority: 10,
            },
            // Reordering, with its library: loaded later than any screen.
            {
              name: 'reorder',
              test: /@dnd-kit\/|web\/src\/ui\/behaviour\/(Reorder|reorderKeys)\./,
              priority: 11,
              includeDependenciesRecursively: false,
            },
            {
              name: 'desks',
              test: /web\/src\/page\/desk\//,
              priority: 9,
              includeDependenciesRecursively: false,
            },
            // Code that draws figures and saves them as files, apart from the forms’ layer.
            {
              name: 'figures',
              test: /web\/src\/(charts\/(?!draw|picture)|page\/(?:FiguresPage|useFigures|figures)\.|ui\/behaviour\/saveFile\.ts)/,
              priority: 9,
              includeDependenciesRecursively: false,
            },
            {
              // Except calls and sentences shared by lists of several rooms, which are split by area.
              name: (id, graph) => {
                const place = placeOf(id, graph)
                return place === 'lists' ? null : place
              },
              priority: 8,
              includeDependenciesRecursively: false,
            },
            { name: areaOf, minShareCount: 2, priority: 7, includeDependenciesRecursively: false },
            { name: 'parts', test: layers.parts, minShareCount: 2, priority: 6 },
            { name: 'modals', test: layers.modals, minShareCount: 2, priority: 5 },
            // The calendar is large: only forms that ask for a date load it.
            {
              name: 'dates',
              test: /@mantine\/dates|node_modules\/dayjs|web\/src\/ui\/fields\/(Calendar|DayField|DateTimeField|dates)\./,
              minShareCount: 2,
              priority: 4,
              includeDependenciesRecursively: false,
            },
            { name: 'formStyles', test: /theme\/formStyles\.ts/, priority: 4 },
            { name: 'forms', test: /^(?!.*web\/src\/rooms\/)/, minShareCount: 6, priority: 3 },
            // Not in the lists' shared chunks, which would then need the forms' layer.
            {
              name: 'fields',
              test: /web\/src\/rooms\/system\/param\/ValueField\.tsx$/,
              minShareCount: 2,
              priority: 2,
            },
            {
              name: 'usdt',
              test: /web\/src\/rooms\/finance\/usdt\/(ChainHealth|Address)\.tsx$/,
              minShareCount: 2,
              priority: 2,
            },
            { name: 'shared', minShareCount: 2, entriesAware: true, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: false,
    proxy: Object.fromEntries(
      ['/cms', '/files', '/docs/api', '/healthz'].map((path) => [path, { target: api, changeOrigin: false }]),
    ),
  },
})
