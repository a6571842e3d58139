import { placementForm } from './placementForm.tsx'

export default placementForm('banner', 'official.banner')
