// What the User room brings to a person's page: the page loads it when someone opens one.
export { personActions } from '../actions/index.ts'
export { ActionBar } from './ActionBar.tsx'
export { Header, ReadOnly } from './Header.tsx'
export { type Person, personKey, readPerson } from './person.ts'
export { TakeBack } from './TakeBack.tsx'

/** Parts that are loaded when they're looked at. */
export const panels = {
  devices: () => import('./Devices.tsx'),
  bans: () => import('./Bans.tsx'),
  notes: () => import('./Notes.tsx'),
}
