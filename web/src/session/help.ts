// Opens the help with the active shortcuts, which the shell shows.
import { createContext, useContext } from 'react'

const HelpContext = createContext<() => void>(() => {})
export const HelpProvider = HelpContext.Provider

export const useHelp = (): (() => void) => useContext(HelpContext)
