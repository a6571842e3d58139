// The Guild room's part of a user's page, loaded when opened.
export const panels = { guild: () => import('./PersonGuild.tsx') }
