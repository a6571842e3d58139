// /data/overall
import { DashboardScreen } from './DashboardScreen.tsx'

export default function Overall() {
  return <DashboardScreen kind="overall" />
}
