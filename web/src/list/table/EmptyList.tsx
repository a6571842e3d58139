// An empty list: what fills it, and where. Loaded with the first empty list.
import { fillOf } from '@greenroom/contract/filledBy'
import { screens } from '@greenroom/contract/screens'
import { Anchor, Group } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSession } from '../../session/session.ts'
import { Nothing } from '../../ui/Nothing.tsx'
import { useMenuName } from '../../ui/useMenuName.ts'
import { useCurrentList } from '../currentList.ts'

export default function EmptyList() {
  const { t } = useTranslation('list')
  const { call, menu, writable } = useCurrentList()
  const fill = fillOf(call.name) ?? { by: 'itself' }
  const title = t('states.empty')
  switch (fill.by) {
    case 'itself':
      return <Nothing icon={IconInbox} title={title} text={t('states.emptyHint')} />
    case 'staff':
      return <Nothing icon={IconInbox} title={title} text={t(writable ? 'states.fill.staff' : 'states.fill.others')} />
    case 'screen':
      // On the screen itself, the other part is beside it.
      if (fill.at === menu) return <Nothing icon={IconInbox} title={title} text={t('states.emptyHint')} />
      return <Nothing icon={IconInbox} title={title} text={t('states.fill.screen')} action={<Screen of={fill.at} />} />
    case 'app':
    case 'work':
      return (
        <Nothing
          icon={IconInbox}
          title={title}
          text={t(fill.by === 'app' ? 'states.fill.app' : 'states.fill.work')}
          action={<Bridge event={fill.event} />}
        />
      )
  }
}

/** A screen that the account has. */
function Screen({ of }: { of: keyof typeof screens }) {
  const { may } = useSession()
  const name = useMenuName(of)
  if (!may(of, 'read')) return name
  return (
    <Anchor component={Link} to={screens[of].path} underline="always">
      {name}
    </Anchor>
  )
}

/** The event's page, and the step of setting up for who connects the app. */
function Bridge({ event }: { event: string }) {
  const { t } = useTranslation('list')
  const { may, user } = useSession()
  if (user.unionId !== null || user.agentId !== null) return null
  return (
    <Group gap="md" justify="center">
      <Anchor href={`/docs/bridge#${event}`} target="_blank" underline="always">
        <bdi dir="ltr" translate="no">
          {event}
        </bdi>
      </Anchor>
      {may('system.installation', 'read') && (
        <Anchor component={Link} to="/setup?step=app" underline="always">
          {t('states.fill.connect')}
        </Anchor>
      )}
    </Group>
  )
}
