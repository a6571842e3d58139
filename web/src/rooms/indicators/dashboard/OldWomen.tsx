// /data/oldWomen
import { DashboardScreen } from './DashboardScreen.tsx'

export default function OldWomen() {
  return <DashboardScreen kind="oldWomen" />
}
