// /data/newWomen
import { DashboardScreen } from './DashboardScreen.tsx'

export default function NewWomen() {
  return <DashboardScreen kind="newWomen" />
}
