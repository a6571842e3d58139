// /data/live
import { DashboardScreen } from './DashboardScreen.tsx'

export default function Live() {
  return <DashboardScreen kind="live" />
}
