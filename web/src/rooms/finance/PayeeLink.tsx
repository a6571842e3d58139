// A payee: a user, a guild, an agent or a promoter. Ids look like `user:100226`.
import { Link } from 'react-router'
import { useLabels } from '../../ui/labels.ts'
import { Tag } from '../../ui/StatusBadge.tsx'

const pages: Record<string, (id: string) => string> = {
  guild: (id) => `/sociaty/SociatyManageDetail/${id}/-/${id}`,
  user: (id) => `/user/detail/${id}`,
  promoter: () => '/promotion/channel',
  agent: (id) => `/finance/agents?agentId=${id}`,
}

/** The payee, with a link to their page. */
export function PayeeLink({ of }: { of: { payeeId: string; payeeName: string } }) {
  const [kind = '', id = ''] = of.payeeId.split(':')
  const { label } = useLabels()
  const name = of.payeeName === '' ? of.payeeId : of.payeeName
  return (
    <span>
      <Link to={pages[kind]?.(id) ?? ''} title={name}>
        <bdi>{name}</bdi>
      </Link>{' '}
      <Tag>{`${label(`finance:options.sanctionsPayee.${kind}`)} ${id}`}</Tag>
    </span>
  )
}
