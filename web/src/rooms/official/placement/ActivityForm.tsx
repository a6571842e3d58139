import { placementForm } from './placementForm.tsx'

export default placementForm('activity', 'official.activity')
