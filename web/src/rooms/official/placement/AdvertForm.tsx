import { placementForm } from './placementForm.tsx'

export default placementForm('advert', 'official.advert')
