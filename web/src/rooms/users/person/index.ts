// The User room's parts of a user's page, loaded with the page.
export { personActions } from '../actions/index.ts'
export { ActionBar } from './ActionBar.tsx'
export { Header, ReadOnly } from './Header.tsx'
export { type Person, personKey, readPerson } from './person.ts'
export { TakeBack } from './TakeBack.tsx'

/** Parts that are loaded when opened. */
export const panels = {
  devices: () => import('./Devices.tsx').then(({ Devices }) => ({ default: Devices })),
  bans: () => import('./Devices.tsx').then(({ Bans }) => ({ default: Bans })),
  notes: () => import('./Notes.tsx'),
}
