// Verifies the hash chain over all sealed blocks, and shows the result.
import { logVerify } from '@greenroom/contract/system'
import { Alert, Button, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../actions/Drawers.tsx'
import { SideDrawer } from '../../actions/form/SideDrawer.tsx'
import { call } from '../../api/call.ts'
import { Amount } from '../../format/Amount.tsx'
import { explain } from '../../session/messages.ts'
import { Code, Facts } from '../../ui/Facts.tsx'

export default function VerifyChain({ close }: DrawerProps) {
  const { t } = useTranslation('system')
  const check = useQuery({
    queryKey: ['system.log', 'verify'],
    queryFn: ({ signal }) => call(logVerify, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const { data } = check
  return (
    <SideDrawer title={t('actions.log.verify')} close={close}>
      <Stack gap="md" aria-live="polite" aria-busy={check.isFetching}>
        <Text c="dimmed">{t('log.verifyHint')}</Text>
        {check.isFetching && (
          <Alert color="gray" icon={<Loader size={16} />}>
            {t('log.verifying')}
          </Alert>
        )}
        {check.isError && (
          <Alert color="red" role="alert">
            {explain(check.error)?.text}
          </Alert>
        )}
        {data && !check.isFetching && (
          <>
            <Alert color={data.ok ? 'teal' : 'red'} role={data.ok ? 'status' : 'alert'}>
              {data.broken
                ? t('log.broken', { number: data.broken.number, why: t(`log.why.${data.broken.why}`) })
                : data.unproved
                  ? t('log.unproved', { key: data.unproved.key })
                  : t('log.whole')}
            </Alert>
            <Facts
              of={[
                [t('log.blocks'), <Amount key="blocks" value={data.blocks} unit="number" />],
                [t('log.rows'), <Amount key="rows" value={data.rows} unit="number" />],
                [t('log.erased'), <Amount key="erased" value={data.erased} unit="number" />],
                [t('log.detached'), <Amount key="detached" value={data.detached} unit="number" />],
                [t('log.waiting'), <Amount key="waiting" value={data.unsealed} unit="number" />],
                [t('log.lastHash'), <Code key="hash">{data.lastHash}</Code>],
                [t('log.took'), t('log.milliseconds', { count: data.milliseconds })],
              ]}
            />
          </>
        )}
        <Button variant="default" onClick={() => check.refetch()} disabled={check.isFetching}>
          {t('log.again')}
        </Button>
      </Stack>
    </SideDrawer>
  )
}
