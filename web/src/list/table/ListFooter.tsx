import { ActionIcon, Group, NativeSelect, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronLeftPipe, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { integer } from '../../format/number.ts'
import { useCurrentList } from '../currentList.ts'
import { pageSizes, rangeOf } from '../pages.ts'
import classes from './table.module.css'

/** The range of shown rows, the count, and page navigation. */
export function ListFooter() {
  const list = useCurrentList()
  const { t, i18n } = useTranslation('list')
  const { from, to, more, atLeast } = rangeOf({ ...list, shown: list.rows.length }, list.next)
  const number = (value: number) => integer(value, i18n.language)
  const total = list.totalIsEstimate ? t('pages.about', { total: number(atLeast) }) : number(list.total)
  const turns = [
    { name: 'first', Icon: IconChevronLeftPipe, to: 1, off: list.page === 1 },
    { name: 'previous', Icon: IconChevronLeft, to: list.page - 1, off: list.page === 1 },
    { name: 'next', Icon: IconChevronRight, to: list.page + 1, off: !more || list.busy },
  ] as const
  return (
    <Group className={classes['footer']} gap="xs" wrap="nowrap" justify="space-between">
      <Text size="xs" c="dimmed" aria-live="polite" dir="auto">
        {list.state === 'ready' &&
          (from === 0 ? t('pages.none') : t('pages.range', { from: number(from), to: number(to), total }))}
      </Text>
      <Group gap={4} wrap="nowrap" {...(list.complete && { display: 'none' })}>
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
        <Text size="xs" c="dimmed" px={4} style={{ whiteSpace: 'nowrap' }}>
          {t('pages.page', { page: number(list.page) })}
        </Text>
        {turns.map(({ name, Icon, to, off }) => (
          <ActionIcon
            key={name}
            aria-label={t(`pages.${name}`)}
            disabled={off}
            onClick={() => list.setPage(to)}
            size={26}
          >
            <Icon size={16} className="flips" />
          </ActionIcon>
        ))}
      </Group>
    </Group>
  )
}
