// /data/calls
import { DashboardScreen } from './DashboardScreen.tsx'

export default function Calls() {
  return <DashboardScreen kind="calls" />
}
