// /dashboard: staff's Home, or that of leaders and agents. Nobody loads both.
import { type Belongs, isOutsider } from '../session/outsider.ts'
import { useSession } from '../session/session.ts'
import { withTexts } from './withTexts.ts'

const StaffHome = withTexts(() => import('../rooms/access/Home.tsx'), ['home'])
const OutsiderHome = withTexts(() => import('../rooms/access/home/OutsiderHome.tsx'), ['home'])

export const homeOf = (user: Belongs) => (isOutsider(user) ? OutsiderHome : StaffHome)

export function HomePage() {
  const Home = homeOf(useSession().user)
  return <Home />
}
