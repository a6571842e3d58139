// The read-only accounts that a leader makes for their helpers.
import type { RecordOf } from '@greenroom/contract/call'
import { guildAccountList, guildAccountReset, guildAccountSave, guildAccountStatus } from '@greenroom/contract/guilds'
import { helpersChanged } from '@greenroom/contract/sentences/guilds'
import { Alert, Button, Group, Skeleton, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showDone } from '../../../actions/done.tsx'
import { call } from '../../../api/call.ts'
import { Time } from '../../../format/Time.tsx'
import { ExportMenu } from '../../../listTools/ExportButton.tsx'
import page from '../../../page/recordPage.module.css'
import { explain } from '../../../session/messages.ts'
import { whyOutcome } from '../../../session/refusalReasons.ts'
import { useAttempt } from '../../../ui/behaviour/useAttempt.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { Fault } from '../../../ui/Fault.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import classes from './guildPage.module.css'

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
  const { busy, fault, setFault, attempt } = useAttempt()
  /** Runs one action, shows its refusal, and reloads the accounts. True if it was done. */
  const act = async (work: () => Promise<void>) => {
    const done = await attempt(work)
    await queries.invalidateQueries({ queryKey: key })
    return done
  }
  const turn = ({ userId, username }: Helper, status: 0 | 1) =>
    act(async () => {
      const [outcome] = (await call(guildAccountStatus, { ids: [userId], status })).outcomes
      if (outcome && !outcome.ok) setFault(whyOutcome(outcome))
      else showDone(helpersChanged([username], status === 1 ? 'enabled' : 'disabled'), undefined)
    })
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
        busy={busy}
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
              busy={busy}
              turn={(status) => turn(helper, status)}
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

type AddProps = { busy: boolean; add: (username: string, remark: string) => Promise<boolean> }

function Add({ busy, add }: AddProps) {
  const { t } = useTranslation('guilds')
  const [username, setUsername] = useState('')
  const [remark, setRemark] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void add(username, remark).then((isAdded) => {
      if (!isAdded) return
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
        <Button type="submit" mih={36} loading={busy}>
          {t('helpers.add')}
        </Button>
      </Group>
    </form>
  )
}

type OneProps = {
  helper: Helper
  busy: boolean
  turn: (status: 0 | 1) => Promise<boolean>
  reset: () => Promise<boolean>
}

function One({ helper, busy, turn, reset }: OneProps) {
  const { t } = useTranslation(['guilds', 'common'])
  const [asking, setAsking] = useState<'disable' | 'reset'>()
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
        {asking && (
          <Group gap="xs" role="alertdialog" aria-label={t(`helpers.sure.${asking}`)}>
            <span>{t(`helpers.sure.${asking}`)}</span>
            <Button variant="default" autoFocus onClick={() => setAsking(undefined)}>
              {t('common:cancel')}
            </Button>
            <Button
              color="red"
              variant="light"
              loading={busy}
              onClick={() => void (asking === 'disable' ? turn(0) : reset()).then(() => setAsking(undefined))}
            >
              {t(`helpers.${asking}`)}
            </Button>
          </Group>
        )}
        {!asking && helper.can.disable === true && (
          <Button variant="default" onClick={() => setAsking('disable')}>
            {t('helpers.disable')}
          </Button>
        )}
        {helper.can.enable === true && (
          <Button variant="default" loading={busy} onClick={() => void turn(1)}>
            {t('helpers.enable')}
          </Button>
        )}
        {!asking && helper.can.reset === true && (
          <Button variant="default" onClick={() => setAsking('reset')}>
            {t('helpers.reset')}
          </Button>
        )}
      </div>
    </>
  )
}
