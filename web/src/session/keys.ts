// The key map of all screens. A letter has one meaning in the whole product; dangerous actions use Shift with a letter that has no other
// meaning, so that a typo triggers none of them.
// `keys.test.ts` enforces this.

/** A character; `mod` is ⌘ on a Mac and Ctrl elsewhere. */
export const keys = {
  palette: 'mod+k',
  menu: 'mod+b',
  help: '?',
  /** The exact time or amount of what is current, one after another. */
  exact: '=',
  previousTab: '[',
  nextTab: ']',
  closeTab: '{',
  closeOtherTabs: '}',

  next: 'j',
  previous: 'k',
  moveDown: 'shift+j',
  moveUp: 'shift+k',
  /** Toggles the current row, tile, or false report. */
  tick: 'x',
  /** Extends the selection: up to here, or all. */
  tickMore: 'shift+x',
  tickAll: 'a',
  filter: '/',
  rowMenu: '.',
  open: 'o',
  add: 'c',
  edit: 'e',
  /** Inspects: a history, a balance, the log's integrity. */
  inspect: 'i',
  note: 'n',
  mark: 'm',
  /** Restores: unbans, lifts a broadcast ban, shows hidden content. */
  lift: 'l',

  /** The approvals desk's own: see `ofOneDesk`. */
  approve: 'a',
  refuse: 'r',

  pass: 'p',
  fail: 'f',
  failDecided: 'shift+f',
  skip: 's',
  /** Gathers what looks like the current item. */
  gather: 'y',
  release: 'shift+s',
  undo: 'u',
  undoToo: 'mod+z',
  /** Changes the view: grid or single, video or pictures. */
  view: 'v',
  unblur: 'shift+v',
  zoom: 'z',
  wholePicture: 'shift+z',
  turn: 't',
  /** Reloads: a picture, pending changes of the monitor. */
  reload: 'r',
  previousPicture: '<',
  nextPicture: '>',
  warn: 'w',

  ban: 'shift+b',
  deduct: 'shift+d',
  grant: 'shift+g',
  hide: 'shift+h',
  /** Ends a broadcast, a call, or an account's sessions. */
  end: 'shift+q',
} as const

export type KeyName = keyof typeof keys

/** Dangerous keys: only for a current row, tile or user, and with a confirmation. */
export const dangerous = ['ban', 'deduct', 'grant', 'hide', 'end', 'failDecided'] as const satisfies readonly KeyName[]

/** Keys that share a letter because they mean the same, for one and for several. */
export const families = [
  ['next', 'moveDown'],
  ['previous', 'moveUp'],
  ['tick', 'tickMore'],
  ['fail', 'failDecided'],
  ['skip', 'release'],
  ['view', 'unblur'],
  ['zoom', 'wholePicture'],
] as const satisfies readonly (readonly KeyName[])[]

/** Keys of the approvals desk, which have the letter of another key: that one is never heard beside them. */
export const ofOneDesk = [
  ['approve', 'tickAll'],
  ['refuse', 'reload'],
] as const satisfies readonly (readonly KeyName[])[]

/** Keys that belong to what has the focus: arrows move, Enter opens or confirms, Escape leaves, digits choose by number. */
export type FocusKey =
  | 'Enter'
  | 'Escape'
  | 'PageUp'
  | 'PageDown'
  | '+'
  | '-'
  | `${'' | 'shift+'}Arrow${'Up' | 'Down' | 'Left' | 'Right'}`
  | `${number}`

/** The key of a name in the map; keys of the focused element are their own name. */
export const chordOf = (key: KeyName | FocusKey): string => (key in keys ? keys[key as KeyName] : key)
