// What was typed into the log-in form of the page itself, before the app was there, and the answer if it was sent. `public/early.js` reads it,
// so that this page needs no code for it, and removes its form when the app's own page stands in its place.

type Early = { username: string; password: string; isInPassword: boolean; sent: Promise<Response> | undefined }

declare global {
  interface Window {
    /** Undefined where the server left that form out. */
    earlyLogin?: () => Early
  }
}

/** Read as the app's own form is first drawn. */
export const earlyLogin = (): Early | undefined => window.earlyLogin?.()
