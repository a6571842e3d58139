// The workbench of a queue: open items, one or a screen at a time, decided by keyboard.
import { auditTemplateChoices } from '@greenroom/contract/auditTemplates'
import { useQuery } from '@tanstack/react-query'
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { useSession } from '../../../session/session.ts'
import { useShortcut } from '../../../session/shortcuts.ts'
import { useAddress } from '../../../session/useAddress.ts'
import { fitWindow } from '../../../ui/behaviour/fitWindow.ts'
import type { Phase, Seen } from '../bench/bench.ts'
import { chosenOf } from '../bench/queueDesk.ts'
import { Grid } from '../display/ItemGrid.tsx'
import { Single } from '../display/SingleItem.tsx'
import { peopleAhead, useRecordsAhead } from './itemPerson.ts'
import { notTyping, once } from './keyGuards.ts'
import { useSettings } from './pictureSettings.ts'
import { ActionBar } from './QueueActionBar.tsx'
import { Header } from './QueueHeader.tsx'
import { Announcer, FailedDecisions, Lost } from './QueueNotices.tsx'
import { Reasons } from './QueueReasons.tsx'
import { Empty, Failed, Paused, ReadOnly, Waiting } from './QueueStates.tsx'
import classes from './queue.module.css'
import { requestOf } from './queueFilters.ts'
import { useBench } from './useBench.ts'
import {
  type Kind,
  PicturesProvider,
  type Workbench as Shared,
  useBacklog,
  useSeen,
  useWorkbench,
  WorkbenchProvider,
} from './workbench.ts'

const BatchOutcome = lazy(() => import('./BatchOutcome.tsx'))

/** The screen of one queue. */
export const workbenchOf = (kind: Kind): ComponentType => {
  const Queue = () => <Workbench key={kind} kind={kind} />
  return Queue
}

const noTemplates: Shared['templates'] = []
const defaults: Shared['settings'] = { blur: false, greyscale: false, pageItems: 12, view: 'grid', sort: 'score' }

function Workbench({ kind }: { kind: Kind }) {
  const { may } = useSession()
  const { t } = useTranslation('list')
  const [address] = useAddress()
  const { settings: kept, error, again, set } = useSettings()
  const settings = kept ?? defaults
  const writes = may(`audits.${kind}`, 'write')
  const query = kept && writes ? requestOf(address, settings.sort) : undefined
  const { bench, pictures } = useBench(kind, query, settings.pageItems)
  const choices = useQuery({
    queryKey: ['audits', kind, 'choices'],
    queryFn: ({ signal }) => call(auditTemplateChoices, { kind }, { signal }),
    staleTime: 60_000,
  })
  const [refusing, setRefusing] = useState(false)
  const [clear, setClear] = useState<string>()
  const readOnly = writes ? undefined : t('cannot.readOnly')
  const templates = choices.data?.templates ?? noTemplates
  // Stable identity while nothing changes, to avoid re-rendering its consumers.
  const shared = useMemo<Shared>(
    () => ({
      kind,
      bench,
      settings,
      set,
      readOnly,
      templates,
      refuse: () => {
        if (readOnly === undefined && chosenOf(bench.read().desk).length > 0) setRefusing(true)
      },
      clear,
      lookClearly: () => {
        const { at } = bench.read().desk
        setClear((now) => (now === at ? undefined : at))
      },
    }),
    [kind, bench, settings, set, readOnly, templates, clear],
  )
  return (
    <PicturesProvider value={pictures}>
      <WorkbenchProvider value={shared}>
        <Page loading={kept === undefined ? error === null : undefined}>
          {writes && <Keys />}
          <Header />
          <Lost />
          <FailedDecisions />
          <div
            className={classes['stage']}
            data-blur={settings.blur || undefined}
            data-grey={settings.greyscale || undefined}
          >
            {kept === undefined && error ? (
              <div className={classes['middle']}>
                <Failed error={error} again={again} />
              </div>
            ) : (
              <Stage filtered={query !== undefined && Object.keys(query).length > 1} />
            )}
            {refusing && <Refusing close={() => setRefusing(false)} />}
          </div>
          <ActionBar />
          <Announcer />
          <Outcome />
          <RecordsAhead />
        </Page>
      </WorkbenchProvider>
    </PicturesProvider>
  )
}

/** The page, as high as the window; `loading` while the settings load. */
function Page({ loading, children }: { loading: boolean | undefined; children: ReactNode }) {
  const { kind, readOnly } = useWorkbench()
  const claims = useSeen(({ phase }) => phase.name === 'loading')
  const page = useRef<HTMLElement>(null)
  useLayoutEffect(() => (page.current ? fitWindow(page.current) : undefined), [])
  return (
    <section
      ref={page}
      className={classes['page']}
      data-workbench={kind}
      aria-busy={loading ?? (readOnly === undefined && claims)}
    >
      {children}
    </section>
  )
}

/** The panel of reasons, while an item is being failed. */
function Refusing({ close }: { close: () => void }) {
  const nothing = useSeen(({ desk }) => chosenOf(desk).length === 0)
  const end = useEffectEvent(close)
  useEffect(() => {
    if (nothing) end()
  }, [nothing])
  return nothing ? null : <Reasons close={close} />
}

function Outcome() {
  const report = useSeen((seen) => seen.report)
  return <Suspense>{report && <BatchOutcome report={report} />}</Suspense>
}

function RecordsAhead() {
  const { kind, settings } = useWorkbench()
  useRecordsAhead(kind, useSeen(peopleAhead), settings.view === 'single')
  return null
}

/** What the main area shows; stable while only the items change. */
const stageOf = ({ phase, desk }: Seen): Phase['name'] | 'items' | 'more' =>
  desk.cases.length > 0 ? 'items' : phase.name === 'working' && desk.more > 0 ? 'more' : phase.name

function Stage({ filtered }: { filtered: boolean }) {
  const { bench, kind, settings, readOnly } = useWorkbench()
  const stage = useSeen(stageOf)
  const phase = useSeen((seen) => seen.phase)
  const heap = useSeen(({ desk }) => desk.heap !== undefined)
  useClaimOnArrival()
  if (readOnly !== undefined) {
    return (
      <div className={classes['middle']}>
        <ReadOnly why={readOnly} />
      </div>
    )
  }
  if (stage === 'items') return settings.view === 'single' && !heap ? <Single /> : <Grid />
  if (stage === 'closed' || stage === 'loading' || stage === 'more')
    return <Waiting count={settings.view === 'single' ? 1 : settings.pageItems} kind={kind} />
  return (
    <div className={classes['middle']}>
      {phase.name === 'failed' && <Failed error={phase.error} again={bench.claim} />}
      {phase.name === 'paused' && <Paused why={phase.why} />}
      {phase.name === 'working' && <Empty filtered={filtered} />}
    </div>
  )
}

/** Claims new items when the backlog grows, so that an empty queue fills automatically. */
function useClaimOnArrival(): void {
  const { bench, kind } = useWorkbench()
  const { data } = useBacklog(kind)
  const free = data ? data.waiting - data.claimed : 0
  useEffect(() => {
    if (free > 0) bench.arrived()
  }, [bench, free])
}

/** The keys of both views. */
function Keys() {
  const { bench, settings, set, refuse, lookClearly } = useWorkbench()
  useShortcut('pass', 'audits:queue.keys.pass', () => bench.decide({ decision: 'passed' }), once)
  useShortcut('fail', 'audits:queue.keys.fail', refuse, once)
  useShortcut('skip', 'audits:queue.keys.skip', bench.skip, once)
  useShortcut('gather', 'audits:queue.keys.gather', bench.gather, once)
  useShortcut('undo', 'audits:queue.keys.undo', bench.undo, once)
  useShortcut('undoToo', 'audits:queue.keys.undo', bench.undo, notTyping)
  useShortcut('next', 'audits:queue.keys.next', () => bench.move(1))
  useShortcut('previous', 'audits:queue.keys.back', () => bench.move(-1))
  useShortcut('view', 'audits:queue.keys.view', () => set({ view: settings.view === 'grid' ? 'single' : 'grid' }), once)
  useShortcut('unblur', 'audits:queue.keys.clear', lookClearly, once)
  useShortcut('release', 'audits:queue.keys.release', bench.release, once)
  return null
}
