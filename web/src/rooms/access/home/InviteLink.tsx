// A leader's link for anchors to be: to share, with who asked by it, who is already there, and what each is missing.
import type { Answer } from '@greenroom/contract/call'
import { inviteLink, inviteLinkSave } from '@greenroom/contract/guildLink'
import { memberInvite } from '@greenroom/contract/guildMembers'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { listed } from '../../../format/listed.ts'
import { Ago } from '../../../format/Time.tsx'
import { explain } from '../../../session/messages.ts'
import { whyOutcome } from '../../../session/refusalReasons.ts'
import { useSession } from '../../../session/session.ts'
import { useSend } from '../../../ui/behaviour/useSend.ts'
import { ShareButton } from '../../../ui/share/ShareButton.tsx'
import { PersonChip } from '../../../ui/values/UserChip.tsx'
import evening from './GuildEvening.module.css'
import cards from './HomeCards.module.css'
import { Panel } from './HomePanel.tsx'
import styles from './InviteLink.module.css'

type Links = Answer<typeof inviteLink>
const key = ['home', 'link']
/** Who asked, shown at once. */
const few = 5

export function InviteLink() {
  const { t } = useTranslation('evening')
  const query = useQuery({ queryKey: key, queryFn: ({ signal }) => call(inviteLink, {}, { signal }) })
  return (
    <Panel title={t('invite.title')} query={query} empty={undefined} lines={4}>
      {query.data && <Shown of={query.data} />}
    </Panel>
  )
}

function Shown({ of }: { of: Links }) {
  const { t } = useTranslation('evening')
  const [all, setAll] = useState(false)
  const { asked } = of
  return (
    <>
      <div className={styles['link']}>{of.link ? <Link of={of.link} guild={of.guild.name} /> : <Make />}</div>
      {asked.length > 0 && (
        <ul className={cards['close']} aria-label={t('invite.asked')}>
          {asked.slice(0, all ? asked.length : few).map((one) => (
            <li key={one.user.userId}>
              <PersonChip person={one.user} />
              <Asked of={one} />
            </li>
          ))}
        </ul>
      )}
      {asked.length > few && (
        <div className={evening['foot']}>
          <button
            type="button"
            className={evening['more']}
            aria-expanded={all}
            onClick={() => setAll((shown) => !shown)}
          >
            {all ? t('invite.fewer') : t('invite.all')}
          </button>
        </div>
      )}
    </>
  )
}

/** Sends one change and shows its refusal. */
function useChange() {
  const client = useQueryClient()
  const { busy, send } = useSend()
  const [fault, setFault] = useState('')
  const change = (work: () => Promise<unknown>) =>
    void send(async () => {
      setFault('')
      try {
        await work()
      } catch (error) {
        setFault(explain(error)?.text ?? '')
      }
      await client.invalidateQueries({ queryKey: key })
    })
  return { busy, fault, setFault, change }
}

function Make({ again }: { again?: true }) {
  const { t } = useTranslation('evening')
  const { may } = useSession()
  const { busy, fault, change } = useChange()
  if (!may('guilds.memberList', 'write')) return again ? null : <p>{t('invite.none')}</p>
  return (
    <>
      {!again && <p>{t('invite.about')}</p>}
      <button
        type="button"
        className={styles['button']}
        aria-disabled={busy}
        onClick={() => change(() => call(inviteLinkSave, {}))}
      >
        {t(again ? 'invite.renew' : 'invite.make')}
      </button>
      {fault !== '' && <span role="alert">{fault}</span>}
    </>
  )
}

function Link({ of, guild }: { of: NonNullable<Links['link']>; guild: string }) {
  const { t } = useTranslation('evening')
  const [done, setDone] = useState<'copied' | undefined>()
  const url = `${location.origin}/j/${of.code}`
  const send = async () => {
    const { shareLink } = await import('../../../ui/share/sharing.ts')
    setDone((await shareLink(t('invite.cardTitle', { guild }), url)) === 'copied' ? 'copied' : undefined)
  }
  return (
    <>
      <p>
        <bdi dir="ltr" className={styles['url']}>
          {url}
        </bdi>
      </p>
      <p className={evening['day']}>{t('invite.opened', { times: of.opened })}</p>
      <div className={styles['actions']}>
        <button type="button" className={styles['button']} data-primary onClick={() => void send()}>
          {t('invite.send')}
        </button>
        <ShareButton
          label={t('invite.code')}
          card={() => ({
            from: guild,
            title: t('invite.cardTitle', { guild }),
            lines: [],
            notes: [t('invite.cardAbout')],
            link: url,
          })}
        />
        <Make again />
      </div>
      <span role="status">{done === 'copied' ? t('invite.copied') : ''}</span>
    </>
  )
}

/** What becomes of someone who asked. */
function Asked({ of }: { of: Links['asked'][number] }) {
  const { t, i18n } = useTranslation('evening')
  const { may } = useSession()
  const { busy, fault, setFault, change } = useChange()
  const { userId } = of.user
  const invite = async () => {
    const { outcomes } = await call(memberInvite, { ids: [String(userId)] })
    const [outcome] = outcomes
    if (outcome && !outcome.ok) setFault(whyOutcome(outcome))
  }
  return (
    <div className={evening['anchor']}>
      <span>
        {of.state === 'missing'
          ? t('invite.missing', {
              parts: listed(
                of.missing.map((part) => t(`invite.parts.${part}`)),
                i18n.language,
              ),
            })
          : t(`invite.states.${of.state}`)}{' '}
        <small className={evening['day']}>
          <Ago at={of.at} />
        </small>
      </span>
      {of.state === 'ready' && may('guilds.memberList', 'write') && (
        <button type="button" className={styles['button']} aria-disabled={busy} onClick={() => change(invite)}>
          {t('invite.invite')}
        </button>
      )}
      {fault !== '' && <span role="alert">{fault}</span>}
    </div>
  )
}
