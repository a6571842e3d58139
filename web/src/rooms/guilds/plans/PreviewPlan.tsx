// The effect of a plan on the last four weeks: who gains and who loses, with totals. Guilds load in batches.
import type { Answer } from '@greenroom/contract/call'
import { planInfo, planPreview } from '@greenroom/contract/guildMoney'
import { Alert, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { RecordDrawer } from '../../../actions/form/RecordDrawer.tsx'
import { SideDrawer } from '../../../actions/form/SideDrawer.tsx'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { integer } from '../../../format/number.ts'
import { explain } from '../../../session/messages.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { ShortTable } from '../../../ui/ShortTable.tsx'
import { GuildLink } from '../../../ui/values/GuildLink.tsx'
import type { Plan } from './PlanView.tsx'
import { mostChanged, summaryOf } from './previewSums.ts'

type Part = Answer<typeof planPreview>
const shown = 100

export default function PreviewPlan({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('guilds')
  return (
    <RecordDrawer<Plan>
      rowId={rowId}
      close={close}
      title={t('actions.plan.preview')}
      read={async (signal) => (await call(planInfo, { id: Number(rowId) }, { signal })).plan}
    >
      {(plan) => (
        <SideDrawer title={t('preview.title', { name: plan.name })} close={close} width="medium">
          <Preview key={plan.id} id={plan.id} />
        </SideDrawer>
      )}
    </RecordDrawer>
  )
}

/** Loads all batches, one after another, until the drawer is closed. */
function useParts(id: number) {
  const [parts, setParts] = useState<readonly Part[]>([])
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    const stop = new AbortController()
    const readAll = async () => {
      let read: readonly Part[] = []
      for (let after: number | null = 0; after !== null; ) {
        const part: Part = await call(planPreview, { id, afterGuildId: after }, { signal: stop.signal })
        read = [...read, part]
        setParts(read)
        after = part.next
      }
    }
    readAll().catch((reason: unknown) => stop.signal.aborted || setError(reason))
    return () => stop.abort()
  }, [id])
  return { parts, error }
}

function Preview({ id }: { id: number }) {
  const { t, i18n } = useTranslation('guilds')
  const { parts, error } = useParts(id)
  const guilds = parts.flatMap((part) => part.guilds)
  const total = parts.at(-1)?.total ?? 0
  const done = parts.length > 0 && parts.at(-1)?.next === null
  const sums = summaryOf(guilds)
  const number = (value: number) => integer(value, i18n.language)
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('preview.about', { from: parts[0]?.weeks[0] ?? '–', to: parts[0]?.weeks.at(-1) ?? '–' })}
      </Text>
      {error !== undefined && (
        <Alert color="red" role="alert" mt="sm">
          {explain(error)?.text}
        </Alert>
      )}
      {!done && error === undefined && (
        <div aria-live="polite">
          <Text size="xs" mt="sm">
            {t('preview.reading', { done: number(guilds.length), total: number(total) })}
          </Text>
          <Progress
            value={total === 0 ? 5 : (guilds.length / total) * 100}
            size="xs"
            aria-label={t('preview.reading', { done: number(guilds.length), total: number(total) })}
          />
        </div>
      )}
      <Facts
        of={[
          [t('preview.now'), <Amount key="now" value={sums.nowCents} unit="usd" />],
          [t('preview.then'), <Amount key="then" value={sums.thenCents} unit="usd" />],
          [t('preview.difference'), <Amount key="difference" value={sums.thenCents - sums.nowCents} unit="usd" />],
          [t('preview.gain'), number(sums.gain)],
          [t('preview.lose'), number(sums.lose)],
          [t('preview.same'), number(sums.same)],
        ]}
      />
      {done && guilds.length === 0 && <Text mt="md">{t('preview.none')}</Text>}
      {guilds.length > 0 && (
        <div style={{ overflowX: 'auto' }}>
          <ShortTable
            rows={mostChanged(guilds, shown)}
            keyOf={(guild) => guild.guildId}
            columns={[
              [t('columns.guild'), (guild) => <GuildLink guild={{ guildId: guild.guildId, name: guild.guildName }} />],
              [t('preview.now'), ({ nowCents }) => <Amount value={nowCents} unit="usd" />, 'end'],
              [t('preview.then'), ({ thenCents }) => <Amount value={thenCents} unit="usd" />, 'end'],
              [
                t('preview.difference'),
                ({ nowCents, thenCents }) => <Amount value={thenCents - nowCents} unit="usd" />,
                'end',
              ],
            ]}
          />
          {guilds.length > shown && (
            <Text size="xs" c="dimmed" mt={6}>
              {t('preview.most', { count: shown })}
            </Text>
          )}
        </div>
      )}
    </Stack>
  )
}
