// The desk's header: views, backlog, sort order and filters.
import { Group, SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { integer } from '../../../format/number.ts'
import { readFilters, writeFilter } from '../../../list/filters.ts'
import { FilterControl } from '../../../listTools/ListFilters.tsx'
import frame from '../../../page/desk/desk.module.css'
import { useAddress } from '../../../session/useAddress.ts'
import { useMenuName } from '../../../ui/useMenuName.ts'
import { wordsOfRoom } from '../../../ui/words.ts'
import { useSpan } from '../queue/machineView.tsx'
import { Tabs } from './ReportTabs.tsx'
import { deskFilters, sortOf, useWorking } from './reportWork.ts'
import { useReportBacklog } from './useReportDesk.ts'

const words = wordsOfRoom('audits')

export function Header() {
  const { t } = useTranslation(['audits', 'list'])
  const [address, change] = useAddress()
  const values = readFilters(deskFilters, address)
  return (
    <header className={frame['head']}>
      <h1>{useMenuName('audits.report')}</h1>
      <Tabs />
      <Figures />
      <span className={frame['space']} />
      <Group gap={6} role="search" aria-label={t('list:filters.label')}>
        {Object.entries(deskFilters).map(([name, filter]) => (
          <FilterControl
            key={name}
            name={name}
            filter={filter}
            words={words}
            value={values[name as keyof typeof values]}
            set={(value) =>
              change((now) => writeFilter(deskFilters, now, name, value), {
                replace: true,
              })
            }
          />
        ))}
      </Group>
      <SegmentedControl
        aria-label={t('audits:report.order.label')}
        value={sortOf(address)}
        onChange={(order) => change((now) => (order === 'score' ? now.delete('order') : now.set('order', order)))}
        data={(['score', 'waiting'] as const).map((value) => ({ value, label: t(`audits:report.order.${value}`) }))}
      />
    </header>
  )
}

function Figures() {
  const { desk } = useWorking()
  const { t, i18n } = useTranslation('audits')
  const { data } = useReportBacklog()
  const span = useSpan()
  return (
    <dl className={frame['figures']}>
      <Figure name={t('report.figures.waiting')}>{data ? integer(data.waiting, i18n.language) : '–'}</Figure>
      <Figure name={t('report.figures.mine')}>{integer(desk.cases.length, i18n.language)}</Figure>
      <Figure name={t('report.figures.oldest')}>
        {data === undefined || data.oldestSeconds === null ? '–' : span(data.oldestSeconds)}
      </Figure>
    </dl>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
