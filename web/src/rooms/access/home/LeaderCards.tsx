// A leader's part of Home: the evening, the running week, and the link for anchors to be. Each waits for its own texts only.
import { Suspense } from 'react'
import { useSession } from '../../../session/session.ts'
import { GuildEvening } from './GuildEvening.tsx'
import { GuildWeek } from './GuildWeek.tsx'
import { InviteLink } from './InviteLink.tsx'

export function LeaderCards() {
  const { may } = useSession()
  return (
    <>
      <Suspense fallback={null}>
        <GuildEvening />
      </Suspense>
      <Suspense fallback={null}>
        <GuildWeek />
      </Suspense>
      <Suspense fallback={null}>{may('guilds.memberList', 'read') && <InviteLink />}</Suspense>
    </>
  )
}
