// /data/newMen
import { DashboardScreen } from './DashboardScreen.tsx'

export default function NewMen() {
  return <DashboardScreen kind="newMen" />
}
