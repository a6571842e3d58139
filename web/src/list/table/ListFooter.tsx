import { ActionIcon, Group, NativeSelect, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronLeftPipe, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { whole } from '../../format/number.ts'
import { useCurrentList } from '../list.ts'
import { pageSizes, rangeOf } from '../pages.ts'
import classes from './table.module.css'

/** The range of shown rows, the count, and page navigation. */
export function ListFooter() {
  const list = useCurrentList()
  const { t, i18n } = useTranslation('list')
  const { from, to, more, atLeast } = rangeOf({ ...list, shown: list.rows.length }, list.next)
  const number = (value: number) => whole(value, i18n.language)
  const total = list.totalIsEstimate ? t('pages.about', { total: number(atLeast) }) : number(list.total)
  return (
    <Group className={classes['footer']} gap="xs" wrap="nowrap" justify="space-between">
      <Text size="xs" c="dimmed" aria-live="polite" dir="auto">
        {list.state === 'ready' &&
          (from === 0 ? t('pages.none') : t('pages.range', { from: number(from), to: number(to), total }))}
      </Text>
      <Group gap={4} wrap="nowrap" {...(list.whole && { display: 'none' })}>
        <NativeSelect
          size="xs"
          variant="unstyled"
          aria-label={t('pages.size')}
          value={String(list.size)}
          data={pageSizes.map((size) => ({ value: String(size), label: t('pages.sizeOption', { count: size }) }))}
          onChange={(event) => list.setSize(Number(event.currentTarget.value))}
          styles={{ wrapper: { margin: 0 }, input: { height: 26, minHeight: 26, lineHeight: '26px' } }}
          className={classes['size']}
        />
        <Text size="xs" c="dimmed" px={4}>
          {t('pages.page', { page: number(list.page) })}
        </Text>
        <ActionIcon aria-label={t('pages.first')} disabled={list.page === 1} onClick={() => list.setPage(1)} size={26}>
          <IconChevronLeftPipe size={16} className="flips" />
        </ActionIcon>
        <ActionIcon
          aria-label={t('pages.previous')}
          disabled={list.page === 1}
          onClick={() => list.setPage(list.page - 1)}
          size={26}
        >
          <IconChevronLeft size={16} className="flips" />
        </ActionIcon>
        <ActionIcon
          aria-label={t('pages.next')}
          disabled={!more || list.busy}
          onClick={() => list.setPage(list.page + 1)}
          size={26}
        >
          <IconChevronRight size={16} className="flips" />
        </ActionIcon>
      </Group>
    </Group>
  )
}
