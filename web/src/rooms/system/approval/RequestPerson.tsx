// Those whom a request is about: by face, name and id, with a link to their page.
import type { PartyKind } from '@greenroom/contract/approvalRisk'
import type { Answer } from '@greenroom/contract/call'
import { nameOf } from '@greenroom/contract/sentences/words'
import type { approvalInfo } from '@greenroom/contract/system'
import { useTranslation } from 'react-i18next'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { GuildLink } from '../../../ui/values/GuildLink.tsx'

export type Detail = Answer<typeof approvalInfo>['detail']

const personOf = (detail: Detail, kind: PartyKind, id: number) =>
  kind === 'agent'
    ? detail.agents.find(({ agentId }) => agentId === id)?.user
    : detail.users.find(({ userId }) => userId === id)

const nameFor = (detail: Detail, kind: PartyKind, id: number): string =>
  (kind === 'guild'
    ? detail.guilds.find(({ guildId }) => guildId === id)?.name
    : detail.promoters.find(({ promoterId }) => promoterId === id)?.name) ?? ''

export function Who({ detail, kind, id }: { detail: Detail; kind: PartyKind; id: number }) {
  const { t } = useTranslation('approvals')
  switch (kind) {
    case 'user':
      return <PersonLink person={personOf(detail, kind, id) ?? { userId: id, nickname: '', avatarUrl: '' }} />
    case 'agent': {
      const user = personOf(detail, kind, id)
      return (
        <span>
          {t('view.agent')} {user ? <PersonLink person={user} /> : id}
        </span>
      )
    }
    case 'guild':
      return (
        <span>
          <GuildLink guild={{ guildId: id, name: nameFor(detail, kind, id) || String(id) }} /> <bdi dir="ltr">{id}</bdi>
        </span>
      )
    case 'promoter':
      return <bdi>{nameOf({ id, nickname: nameFor(detail, kind, id) })}</bdi>
  }
}

/** The same as text, for a sentence. */
export const whoIn = (detail: Detail, kind: PartyKind, id: number): string =>
  nameOf({ id, nickname: personOf(detail, kind, id)?.nickname ?? nameFor(detail, kind, id) })
