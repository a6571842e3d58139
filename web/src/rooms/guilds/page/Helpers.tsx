// The read-only accounts that a leader makes for their helpers.
import type { RecordOf } from '@greenroom/contract/call'
import { guildAccountList, guildAccountReset, guildAccountSave, guildAccountStatus } from '@greenroom/contract/guilds'
import { helpersChanged } from '@greenroom/contract/sentences/guilds'
import { Alert, Button, Group, Skeleton, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showDone } from '../../../action/done.tsx'
import { call } from '../../../api/call.ts'
import { Time } from '../../../format/Time.tsx'
import page from '../../../screen/parts/recordPage.module.css'
import { explain } from '../../../session/messages.ts'
import { ExportMenu } from '../../../tools/ExportButton.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { Fault } from '../../../ui/Fault.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import classes from './page.module.css'

type Helper = RecordOf<typeof guildAccountList>
type Secret = { username: string; password: string }
const key = ['guilds.family', 'guildAccountList']

export default function Helpers() {
  const { t } = useTranslation('guilds')
  const queries = useQueryClient()
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(guildAccountList, { size: 100 }, { signal }),
  })
  const [secret, setSecret] = useState<Secret>()
  const [fault, setFault] = useState('')
  /** Runs one action, shows its refusal, and reloads the accounts. */
  const act = async (work: () => Promise<void>) => {
    setFault('')
    try {
      await work()
    } catch (refused) {
      setFault(explain(refused)?.text ?? '')
    }
    await queries.invalidateQueries({ queryKey: key })
  }
  if (error) return <Alert color="red">{explain(error)?.text}</Alert>
  if (!data) return <Skeleton h={160} />
  return (
    <div className={classes['panel']}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <p className={page['dim']}>{t('helpers.about')}</p>
        {data.records.length > 0 && (
          <ExportMenu list={guildAccountList} payload={{}} name={() => t('panels.helpers')} filtered={false} />
        )}
      </Group>
      {secret && (
        <Alert color="yellow" p="xs" role="status" title={t('helpers.once')}>
          <Group gap="xs">
            <Code>{secret.username}</Code>
            <span data-password>
              <Code>{secret.password}</Code>
            </span>
            <CopyButton text={secret.password} label={t('helpers.copy')} />
          </Group>
        </Alert>
      )}
      <Fault text={fault} />
      <Add
        add={(username, remark) =>
          act(async () => {
            const { password } = await call(guildAccountSave, { username, remark })
            setSecret({ username, password })
            showDone(helpersChanged([username], 'added'), undefined)
          })
        }
      />
      {data.records.length === 0 && <p className={page['dim']}>{t('helpers.none')}</p>}
      <ul className={classes['helpers']}>
        {data.records.map((helper) => (
          <li key={helper.userId}>
            <One
              helper={helper}
              turn={(status) =>
                act(async () => {
                  await call(guildAccountStatus, { ids: [helper.userId], status })
                  showDone(helpersChanged([helper.username], status === 1 ? 'enabled' : 'disabled'), undefined)
                })
              }
              reset={() =>
                act(async () => {
                  const { password } = await call(guildAccountReset, { userId: helper.userId })
                  setSecret({ username: helper.username, password })
                })
              }
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Add({ add }: { add: (username: string, remark: string) => Promise<void> }) {
  const { t } = useTranslation('guilds')
  const [username, setUsername] = useState('')
  const [remark, setRemark] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void add(username, remark).then(() => {
      setUsername('')
      setRemark('')
    })
  }
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="xs">
        <TextInput
          label={t('fields.account')}
          required
          dir="ltr"
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <TextInput
          label={t('helpers.remark')}
          value={remark}
          onChange={(event) => setRemark(event.currentTarget.value)}
        />
        <Button type="submit" mih={36}>
          {t('helpers.add')}
        </Button>
      </Group>
    </form>
  )
}

type OneProps = { helper: Helper; turn: (status: 0 | 1) => Promise<void>; reset: () => Promise<void> }

function One({ helper, turn, reset }: OneProps) {
  const { t } = useTranslation('guilds')
  const on = helper.status === 1
  return (
    <>
      <div className={`${page['line']} ${classes['line']}`}>
        <Code>{helper.username}</Code>
        <StatusBadge tone={on ? 'good' : 'bad'}>{t(on ? 'helpers.enabled' : 'helpers.disabled')}</StatusBadge>
        <bdi>{helper.remark}</bdi>
        <span className={page['dim']}>
          {t('helpers.lastLogin')} <Time at={helper.lastLoginAt} brief />
        </span>
      </div>
      <div className={`${page['actions']} ${classes['actions']}`}>
        {helper.can.disable === true && (
          <Button variant="default" onClick={() => void turn(0)}>
            {t('helpers.disable')}
          </Button>
        )}
        {helper.can.enable === true && (
          <Button variant="default" onClick={() => void turn(1)}>
            {t('helpers.enable')}
          </Button>
        )}
        {helper.can.reset === true && (
          <Button variant="default" onClick={() => void reset()}>
            {t('helpers.reset')}
          </Button>
        )}
      </div>
    </>
  )
}
