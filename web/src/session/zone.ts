// The time zones, once they are known. Apart from the session, because the public pages explain refusals too.
let platform = 'UTC'
let shown = 'UTC'

/** The platform's zone: of days, weeks and months, and of times that are entered. */
export const platformZone = (): string => platform

/** The zone in which times are shown: staff read the platform's, guild leaders and agents their own. */
export const shownZone = (): string => shown

export const setZones = (zones: { platform: string; shown: string }): void => {
  ;({ platform, shown } = zones)
}
