// One approval: the change with before and after, the reason, and the decision.
import type { RecordOf } from '@greenroom/contract/call'
import { approvalInfo, type approvalList } from '@greenroom/contract/system'
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Action, reasonKeys } from '../../../action/action.ts'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { DrawerSkeleton, SideDrawer } from '../../../action/form/SideDrawer.tsx'
import { refusalOf } from '../../../action/refusal.ts'
import { useRunAction } from '../../../action/useRunAction.tsx'
import { call } from '../../../api/call.ts'
import { Ago, Time } from '../../../format/Time.tsx'
import { actionLabel } from '../../../i18n/actionLabel.ts'
import { explain } from '../../../session/messages.ts'
import { useSession } from '../../../session/session.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { label } from '../../../ui/labels.ts'
import { refusedProps, WhyNot } from '../../../ui/WhyNot.tsx'
import { ApprovalState } from './ApprovalState.tsx'
import { approve, cancel, refuse } from './actions.ts'
import { Codes, mayHaveCodes } from './Codes.tsx'
import { Deciders } from './Deciders.tsx'
import { What } from './What.tsx'

type Approval = RecordOf<typeof approvalList>

export default function ShowApproval({ rowId, close }: DrawerProps) {
  return (
    <ApprovalDrawer
      queryKey={['system.approval', 'info', rowId]}
      read={async (signal) => (await call(approvalInfo, { approvalId: rowId }, { signal })).approval}
      close={close}
    />
  )
}

type DrawerOf = {
  queryKey: readonly string[]
  read: (signal: AbortSignal) => Promise<Approval | undefined>
  /** The caller's own request: can be withdrawn, never decided. */
  own?: boolean
  close: () => void
}

export function ApprovalDrawer({ queryKey, read, own = false, close }: DrawerOf) {
  const { t } = useTranslation('system')
  const { data, error, isPending } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await read(signal)) ?? null,
  })
  return (
    <SideDrawer title={data ? data.title : t('actions.approval.show')} close={close} width={680}>
      {error && (
        <Alert color="red" role="alert">
          {explain(error)?.text}
        </Alert>
      )}
      {isPending && <DrawerSkeleton />}
      {data === null && <Alert color="gray">{t('requests.gone')}</Alert>}
      {data && <Content one={data} own={own} />}
    </SideDrawer>
  )
}

function Content({ one, own }: { one: Approval; own: boolean }) {
  const { t } = useTranslation('system')
  const { user } = useSession()
  const decided = one.decidedAt !== null
  return (
    <Stack gap="lg">
      <Facts
        of={[
          [t('columns.approval'), <ApprovalState key="state" state={one.state} />],
          [t('columns.maker'), one.maker],
          [t('columns.createdAt'), <Time key="made" at={one.createdAt} />],
          [t('columns.reason'), one.reason],
          ...(one.state === 'pending'
            ? ([
                [t('columns.timeLeft'), <Ago key="left" at={one.expiresAt} />],
                [t('columns.deciders'), <Deciders key="deciders" of={one.deciders} />],
              ] as const)
            : []),
          ...(decided
            ? ([
                [t('columns.checker'), one.checker],
                [t('columns.decidedAt'), <Time key="decided" at={one.decidedAt} />],
                [t('columns.decisionReason'), one.decisionReason],
              ] as const)
            : []),
        ]}
      />
      <Stack gap={6}>
        <Title order={2}>{t('log.changes')}</Title>
        <What one={one} />
      </Stack>
      {one.state === 'approved' && one.checker === user.username && mayHaveCodes(one.kind) && (
        <Codes approvalId={one.approvalId} />
      )}
      {one.state === 'pending' && (
        <Stack gap="xs">
          <Alert color="gray" p="xs">
            {t('approval.fourEyes')}
          </Alert>
          {one.can.approve !== true && (
            <Text size="sm" role="note">
              {label(reasonKeys('system', one.can.approve, approve.id))}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Decide action={cancel} one={one} why={one.can.cancel} variant="subtle" />
            {!own && (
              <>
                <Decide action={refuse} one={one} why={one.can.refuse} variant="light" />
                <Decide action={approve} one={one} why={one.can.approve} variant="filled" />
              </>
            )}
          </Group>
        </Stack>
      )}
    </Stack>
  )
}

function Decide(props: { action: Action<Approval>; one: Approval; why: true | string; variant: string }) {
  const { action, one, why, variant } = props
  const run = useRunAction()
  const refused = refusalOf('system', why, action.id)
  return (
    <WhyNot reason={refused}>
      <Button
        variant={variant}
        leftSection={<action.icon size={15} aria-hidden />}
        {...(action.danger && { color: 'red' })}
        {...(refused !== undefined && refusedProps)}
        onClick={() => refused === undefined && run(action, [one])}
      >
        {label(actionLabel(action.id))}
      </Button>
    </WhyNot>
  )
}
