// The page of a part with figures: name, parts, spans and filters above, the figures below.
import { Group, Skeleton } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ListFilters } from '../../../list/ListFilters.tsx'
import { ListPage } from '../../../list/ListPage.tsx'
import { ListStates } from '../../../list/ListStates.tsx'
import type { List } from '../../../list/list.ts'
import { Nothing } from '../../../ui/Nothing.tsx'
import { Spans, Tabs } from './Head.tsx'
import classes from './quality.module.css'

export function Figures({ list, children }: { list: List<object>; children: ReactNode }) {
  return (
    <ListPage
      list={list}
      summary={
        <Group gap="sm">
          <Tabs />
          <Spans />
        </Group>
      }
    >
      <ListFilters />
      <div className={classes['figures']} aria-busy={list.busy}>
        {list.state === 'loading' && <Waiting />}
        {list.state === 'failed' && <ListStates empty={<NoAnswer />} />}
        {list.state === 'ready' && children}
      </div>
    </ListPage>
  )
}

function Waiting() {
  return ['first', 'second', 'third', 'fourth'].map((figure) => <Skeleton key={figure} h={320} radius="md" />)
}

function NoAnswer() {
  const { t } = useTranslation('list')
  return <Nothing icon={IconPlugConnectedX} title={t('states.failed')} />
}
