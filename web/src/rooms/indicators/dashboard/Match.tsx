// /data/match
import { DashboardScreen } from './DashboardScreen.tsx'

export default function Match() {
  return <DashboardScreen kind="match" />
}
