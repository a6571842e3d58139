// The header: queue, backlog, sort order and view.
import { ActionIcon, Group, NumberInput, SegmentedControl, Tooltip } from '@mantine/core'
import {
  IconContrast,
  IconEyeOff,
  IconKeyboard,
  IconLayoutGrid,
  IconPhoto,
  IconSortDescending,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { integer } from '../../../format/number.ts'
import frame from '../../../page/desk/desk.module.css'
import { useHelp } from '../../../session/shortcuts.ts'
import { useMenuName } from '../../../ui/useMenuName.ts'
import { claims } from '../bench/queueDesk.ts'
import { useSpan } from './machineView.tsx'
import { FilterBar } from './QueueFilterBar.tsx'
import classes from './queueBar.module.css'
import { useBacklog, useSeen, useWorkbench } from './workbench.ts'

const [fewest, most] = [2, 40]

export function Header() {
  const { kind } = useWorkbench()
  return (
    <header className={classes['head']}>
      <div className={classes['line']}>
        <h1>{useMenuName(`audits.${kind}`)}</h1>
        <Figures />
        <span className={frame['space']} />
        <Shown />
      </div>
      <FilterBar />
    </header>
  )
}

/** The backlog, the number of claimed items, and the oldest item's waiting time. */
function Figures() {
  const { kind } = useWorkbench()
  const { t, i18n } = useTranslation('audits')
  const { data } = useBacklog(kind)
  const span = useSpan()
  const mine = useSeen(({ desk }) => claims.held(desk).length)
  return (
    <dl className={frame['figures']}>
      <Figure name={t('queue.figures.waiting')}>{data ? integer(data.waiting, i18n.language) : '–'}</Figure>
      <Figure name={t('queue.figures.mine')}>{integer(mine, i18n.language)}</Figure>
      <Figure name={t('queue.figures.oldest')}>
        {data?.oldestSeconds === null || data === undefined ? '–' : span(data.oldestSeconds)}
      </Figure>
    </dl>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}

/** The reviewer's own settings, applied at once. */
function Shown() {
  const { settings, set } = useWorkbench()
  const { t } = useTranslation('audits')
  const openHelp = useHelp()
  return (
    <Group gap={6}>
      <IconSortDescending size={15} aria-hidden className={classes['dim']} />
      <SegmentedControl
        aria-label={t('queue.sort.label')}
        value={settings.sort}
        onChange={(sort) => set({ sort: sort === 'waiting' ? 'waiting' : 'score' })}
        data={[
          { value: 'score', label: t('queue.sort.score') },
          { value: 'waiting', label: t('queue.sort.waiting') },
        ]}
      />
      <SegmentedControl
        aria-label={t('queue.view.label')}
        value={settings.view}
        onChange={(view) => set({ view: view === 'single' ? 'single' : 'grid' })}
        data={[
          { value: 'grid', label: <Named icon={IconLayoutGrid} name={t('queue.view.grid')} /> },
          { value: 'single', label: <Named icon={IconPhoto} name={t('queue.view.single')} /> },
        ]}
      />
      <span className={classes['sizes']}>
        <Size />
        <span aria-hidden>{t('queue.aScreen')}</span>
      </span>
      <Toggle
        icon={IconContrast}
        name={t('queue.greyscale')}
        on={settings.greyscale}
        set={(greyscale) => set({ greyscale })}
      />
      <Toggle icon={IconEyeOff} name={t('queue.blur')} on={settings.blur} set={(blur) => set({ blur })} />
      <Tooltip label={t('queue.help')}>
        <ActionIcon size={28} aria-label={t('queue.help')} onClick={openHelp}>
          <IconKeyboard size={17} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}

function Named({ icon: Sign, name }: { icon: typeof IconPhoto; name: string }) {
  return (
    <span className={classes['named']}>
      <Sign size={14} aria-hidden />
      {name}
    </span>
  )
}

/** Items per screen. Input is applied once it is a valid number. */
function Size() {
  const { settings, set } = useWorkbench()
  const { t } = useTranslation('audits')
  const [typed, setTyped] = useState<number | string>()
  return (
    <NumberInput
      aria-label={t('queue.size')}
      title={t('queue.size')}
      className={classes['size'] ?? ''}
      w={62}
      min={fewest}
      max={most}
      allowDecimal={false}
      allowNegative={false}
      value={typed ?? settings.pageItems}
      onChange={(value) => {
        setTyped(value)
        if (typeof value === 'number' && value >= fewest && value <= most) set({ pageItems: value })
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

function Toggle(props: { icon: typeof IconPhoto; name: string; on: boolean; set: (on: boolean) => void }) {
  return (
    <Tooltip label={props.name}>
      <ActionIcon
        size={28}
        aria-label={props.name}
        aria-pressed={props.on}
        variant={props.on ? 'light' : 'subtle'}
        color={props.on ? 'accent' : 'gray'}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => props.set(!props.on)}
      >
        <props.icon size={17} />
      </ActionIcon>
    </Tooltip>
  )
}
