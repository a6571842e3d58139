// The User room's parts of a user's page, loaded with the page.
export { personActions } from '../actions/userActions.ts'
export { ActionBar } from './PersonActions.tsx'
export { Header, ReadOnly } from './PersonHeader.tsx'
export { type Person, personKey, readPerson } from './person.ts'
export { TakeBack } from './TakeBack.tsx'

/** Parts that are loaded when opened. */
export const panels = {
  devices: () => import('./DevicesAndBans.tsx').then(({ Devices }) => ({ default: Devices })),
  bans: () => import('./DevicesAndBans.tsx').then(({ Bans }) => ({ default: Bans })),
  notes: () => import('./PersonNotes.tsx'),
  data: () => import('../deletion/PersonData.tsx'),
}
