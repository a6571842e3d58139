// What concerns everything on the page: which zone the platform keeps, as each answer says, and that the account reads another language now.
// The signed-in part listens; the public pages have nothing that depends on it.
type News = { zone: (zone: string) => void; language: () => void }
let listener: News | undefined

export function onPlatformNews(news: News): void {
  listener = news
}

export const zoneHeard = (zone: string | null): void => {
  if (zone !== null) listener?.zone(zone)
}

/** Once the server knows of it. */
export const languageChosen = (): void => listener?.language()
