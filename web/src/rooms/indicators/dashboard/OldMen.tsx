// /data/oldMen
import { DashboardScreen } from './DashboardScreen.tsx'

export default function OldMen() {
  return <DashboardScreen kind="oldMen" />
}
