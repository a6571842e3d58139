// The platform's time zone, once it is known. Apart from the session, because the public pages explain refusals too.
let zone = 'UTC'

export const platformZone = (): string => zone

export const setPlatformZone = (known: string): void => {
  zone = known
}
