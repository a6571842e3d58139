/** The app: public pages, and the shell with its screens for those signed in. */
export function App() {
  return null
}
