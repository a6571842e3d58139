// The approver's half of new passwords: codes for the accounts of an approved request.
import type { Answer } from '@greenroom/contract/call'
import { staffCode } from '@greenroom/contract/systemStaff'
import { Alert, Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Time } from '../../../format/Time.tsx'
import { showError } from '../../../session/messages.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { useSend } from '../../../ui/useSend.ts'

/** Kinds of requests after which an account may need a new password. */
const withCodes = new Set(['staff.save', 'staff.update', 'staff.passwordReset', 'role.update'])

export const mayHaveCodes = (kind: string): boolean => withCodes.has(kind)

export function Codes({ approvalId }: { approvalId: string }) {
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
