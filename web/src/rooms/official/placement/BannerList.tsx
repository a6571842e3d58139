import { placementScreen } from './PlacementScreen.tsx'

export default placementScreen('official.banner')
