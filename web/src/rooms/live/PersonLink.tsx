import { Link } from 'react-router'
import { UserChip } from '../../ui/UserChip.tsx'

/** A person by name and id, as the way to her page. */
export function PersonLink({ person }: { person: { userId: number; nickname: string } | null }) {
  if (!person) return <>{'–'}</>
  return (
    <Link to={`/user/detail/${person.userId}`}>
      <UserChip name={person.nickname || String(person.userId)} about={String(person.userId)} />
    </Link>
  )
}
