// Toolbar of the monitor: filters, tile size, and pending changes.
import { ActionIcon, Button, Group, SegmentedControl, Switch } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { integer } from '../../../format/number.ts'
import { FilterControl } from '../../../listTools/ListFilters.tsx'
import { useMenuName } from '../../../ui/useMenuName.ts'
import { wordsOfRoom } from '../../../ui/words.ts'
import styles from './monitor.module.css'
import { type FilterName, filters, type Grid, grids, type useOptions } from './monitorOptions.ts'

type Props = {
  options: ReturnType<typeof useOptions>
  total: number | undefined
  pages: number
  lost: boolean
  /** Pending changes. */
  waiting: number
  show: () => void
}

const words = wordsOfRoom('live')

export function Bar({ options, total, pages, lost, waiting, show }: Props) {
  const { t, i18n } = useTranslation(['live', 'list'])
  return (
    <header className={styles['bar']}>
      <h1>{useMenuName('live.monitor')}</h1>
      <span className={styles['total']}>
        {total !== undefined && t('monitor.running', { count: total, shown: integer(total, i18n.language) })}
      </span>
      <Group gap={6} role="search" aria-label={t('list:filters.label')}>
        {Object.entries(filters).map(([name, filter]) => (
          <FilterControl
            key={name}
            name={name}
            filter={filter}
            words={words}
            value={options.values[name as FilterName]}
            set={(value) => options.setFilter(name as FilterName, value)}
          />
        ))}
      </Group>
      <Group gap="sm" className={styles['notes']} role="status">
        {lost && (
          <span className={styles['lost']}>
            <IconPlugConnectedX size={14} aria-hidden />
            {t('monitor.lost')}
          </span>
        )}
        <Button
          variant="light"
          size="compact-sm"
          className={styles['pending'] ?? ''}
          // Its place stays free, so that the first change moves no tile.
          data-none={waiting === 0 || undefined}
          aria-label={t('monitor.waiting', { count: waiting })}
          title={t('monitor.waiting', { count: waiting })}
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={show}
        >
          {integer(waiting, i18n.language)}
        </Button>
      </Group>
      <Group gap="sm">
        <Switch label={t('monitor.streams')} checked={options.streams} onChange={options.toggleStreams} />
        <SegmentedControl
          aria-label={t('monitor.grid')}
          value={String(options.grid)}
          onChange={(value) => options.setGrid(Number(value) as Grid)}
          // How many rooms, not columns and rows: those follow the window, and the riskiest take four places each.
          data={grids.map((side) => ({ value: String(side), label: integer(side * side, i18n.language) }))}
        />
        <Group gap={2} wrap="nowrap">
          <ActionIcon
            aria-label={t('monitor.previous')}
            disabled={options.page <= 1}
            onClick={() => options.turnTo(options.page - 1)}
          >
            <IconChevronLeft size={16} aria-hidden />
          </ActionIcon>
          <bdi dir="ltr" className={styles['pages']}>
            {integer(options.page, i18n.language)} / {integer(pages, i18n.language)}
          </bdi>
          <ActionIcon
            aria-label={t('monitor.next')}
            disabled={options.page >= pages}
            onClick={() => options.turnTo(options.page + 1)}
          >
            <IconChevronRight size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
    </header>
  )
}
