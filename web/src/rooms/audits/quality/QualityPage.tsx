// Frame of the views with figures: title, views and spans.
import { auditKinds } from '@greenroom/contract/words'
import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { dateRange, filtersOf, oneOf } from '../../../list/filters.ts'
import type { List } from '../../../list/list.ts'
import { FiguresPage } from '../../../screen/figures/FiguresPage.tsx'
import { Spans, Tabs } from './Head.tsx'

export const qualityFilters = filtersOf({ during: dateRange(), kind: oneOf(auditKinds) })

export function QualityPage({ list, children }: { list: List<object>; children: ReactNode }) {
  return (
    <FiguresPage
      list={list}
      summary={
        <Group gap="sm">
          <Tabs />
          <Spans />
        </Group>
      }
    >
      {children}
    </FiguresPage>
  )
}
