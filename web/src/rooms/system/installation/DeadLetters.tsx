// Letters that were given up: sent again or withdrawn, one by one.
import type { Answer } from '@greenroom/contract/call'
import { type installationState, messageAgain, messageWithdraw } from '@greenroom/contract/installation'
import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { useRefresh } from '../../../api/useRefresh.ts'
import { Time } from '../../../format/Time.tsx'
import { useSession } from '../../../session/session.ts'
import { useAttempt } from '../../../ui/behaviour/useAttempt.ts'
import { ShortTable } from '../../../ui/ShortTable.tsx'

type Letter = Answer<typeof installationState>['messages'][number]

export function DeadLetters({ of }: { of: readonly Letter[] }) {
  const { t } = useTranslation('installation')
  const { may } = useSession()
  return (
    <>
      <Text size="sm">{t('letters.about')}</Text>
      <ShortTable
        label={t('letters.title')}
        rows={of}
        keyOf={({ id }) => id}
        columns={[
          [t('letters.receiver'), ({ way, receiver }) => <Receiver way={t(`options.way.${way}`)} who={receiver} />],
          [t('letters.moment'), ({ moment }) => t(`options.moment.${moment}`)],
          [t('letters.answer'), ({ answer }) => <bdi>{answer}</bdi>],
          [t('letters.at'), ({ at }) => <Time at={at} />],
          ['', (letter) => (may('system.installation', 'write') ? <Acts letter={letter} /> : null)],
        ]}
      />
    </>
  )
}

const Receiver = ({ way, who }: { way: string; who: string }) => (
  <>
    {way} <bdi>{who}</bdi>
  </>
)

function Acts({ letter: { id, receiver } }: { letter: Letter }) {
  const { t } = useTranslation('installation')
  const refresh = useRefresh()
  const { busy, fault, attempt } = useAttempt()
  const act = (which: typeof messageAgain | typeof messageWithdraw) =>
    attempt(async () => {
      await call(which, { messageId: id })
      await refresh()
    })
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="compact-sm"
        loading={busy}
        aria-label={t('letters.againOf', { receiver })}
        onClick={() => void act(messageAgain)}
      >
        {t('letters.again')}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        loading={busy}
        aria-label={t('letters.withdrawOf', { receiver })}
        onClick={() => void act(messageWithdraw)}
      >
        {t('letters.withdraw')}
      </Button>
      {fault !== '' && <span role="alert">{fault}</span>}
    </Group>
  )
}
