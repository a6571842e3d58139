// One request as its maker saw it, and the decision.
import type { Answer, RecordOf } from '@greenroom/contract/call'
import { approvalInfo, type approvalList } from '@greenroom/contract/system'
import { staffCode } from '@greenroom/contract/systemStaff'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Action, reasonKeys } from '../../../actions/action.ts'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { DrawerSkeleton, SideDrawer } from '../../../actions/form/SideDrawer.tsx'
import { refusalOf } from '../../../actions/refusal.ts'
import { useRunAction } from '../../../actions/useRunAction.tsx'
import { call } from '../../../api/call.ts'
import { Refused } from '../../../api/refused.ts'
import { Time } from '../../../format/Time.tsx'
import { actionLabel } from '../../../i18n/actionLabel.ts'
import { explain, showError } from '../../../session/messages.ts'
import { useSession } from '../../../session/session.ts'
import { useSend } from '../../../ui/behaviour/useSend.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { label } from '../../../ui/labels.ts'
import { refusedProps, WhyNot } from '../../../ui/WhyNot.tsx'
import { approve, cancel, refuse } from './approvalActions.ts'
import { RequestView } from './RequestView.tsx'

// The approver's half of new passwords: codes for the accounts of an approved request.

/** Kinds of requests after which an account may need a new password. */
const withCodes = new Set(['staff.save', 'staff.update', 'staff.passwordReset', 'role.update'])

const mayHaveCodes = (kind: string): boolean => withCodes.has(kind)

function Codes({ approvalId }: { approvalId: string }) {
  const { t } = useTranslation(['system', 'common'])
  const [codes, setCodes] = useState<Answer<typeof staffCode>['codes']>()
  const { busy, send } = useSend()
  const fetchCodes = async () => {
    try {
      setCodes((await call(staffCode, { approvalId })).codes)
    } catch (error) {
      showError(error)
    }
  }
  return (
    <Stack gap="xs">
      <Alert color="gray" p="xs">
        {t('system:codes.lead')}
      </Alert>
      {codes && (
        <Facts
          of={codes.map(({ username, code, expiresAt }) => [
            username,
            <Group key={username} gap="xs">
              <span data-secret>
                <Code>{code}</Code>
              </span>
              <CopyButton text={code} label={t('common:copy')} />
              <span>
                {t('system:codes.until')} <Time at={expiresAt} />
              </span>
            </Group>,
          ])}
        />
      )}
      <Group justify="flex-end">
        <Button variant="light" loading={busy} onClick={() => send(fetchCodes)}>
          {t('system:codes.fetch')}
        </Button>
      </Group>
    </Stack>
  )
}

type Approval = RecordOf<typeof approvalList>

type Shown = Answer<typeof approvalInfo>

const soonMs = 2_000

export default function ShowApproval({ rowId, close }: DrawerProps) {
  return (
    <ApprovalDrawer
      queryKey={['system.approval', 'info', rowId]}
      read={(signal) => call(approvalInfo, { approvalId: rowId }, { signal })}
      close={close}
    />
  )
}

type DrawerOf = {
  queryKey: readonly string[]
  read: (signal: AbortSignal) => Promise<Shown>
  /** The caller's own request: can be withdrawn, never decided. */
  own?: boolean
  close: () => void
}

export function ApprovalDrawer({ queryKey, read, own = false, close }: DrawerOf) {
  const { t } = useTranslation('system')
  const { data, error, isPending } = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    // What comes of a decision is seen when it takes effect.
    refetchInterval: ({ state }) => (state.data && state.data.approval.effectiveAt !== null ? soonMs : false),
  })
  const isGone = error instanceof Refused && error.code === 10032
  return (
    <SideDrawer title={data ? data.approval.title : t('actions.approval.show')} close={close} width="medium">
      {error && (
        <Alert color={isGone ? 'gray' : 'red'} role="alert">
          {isGone ? t('requests.gone') : explain(error)?.text}
        </Alert>
      )}
      {isPending && <DrawerSkeleton />}
      {data && <Content of={data} own={own} />}
    </SideDrawer>
  )
}

function Content({ of: { approval: one, detail }, own }: { of: Shown; own: boolean }) {
  const { t } = useTranslation('system')
  const { user } = useSession()
  return (
    <Stack gap="lg">
      <RequestView one={one} detail={detail} />
      {one.state === 'approved' &&
        one.effectiveAt === null &&
        one.checker === user.username &&
        mayHaveCodes(one.kind) && <Codes approvalId={one.approvalId} />}
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
