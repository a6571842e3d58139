// /dashboard of guild leaders and top-up agents: they see their own figures, not the platform's, and have no part of staff's Home.
import { Suspense } from 'react'
import { useSession } from '../../../session/session.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { HomeFrame } from './HomeFrame.tsx'

// Each is loaded by those who have it: their texts are the rooms'.
const Leader = loadable(() => import('./LeaderCards.tsx'), 'LeaderCards')
const Agent = loadable(() => import('./AgentToday.tsx'), 'AgentToday')

export default function OutsiderHome() {
  const { user } = useSession()
  return (
    <HomeFrame>
      <Suspense fallback={null}>{user.unionId !== null && <Leader />}</Suspense>
      <Suspense fallback={null}>{user.agentId !== null && <Agent />}</Suspense>
    </HomeFrame>
  )
}
