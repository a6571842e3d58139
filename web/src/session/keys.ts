// The one map of keys: what each means on every screen. A letter has one meaning in the whole product; what bans, ends,
// takes or gives is Shift with a letter that means nothing else, so that a slip of the finger does none of it.
// `keys.test.ts` holds it to that.

/** A sign that the keyboard writes; `mod` is ⌘ on a Mac and Ctrl elsewhere. */
export const keys = {
  palette: 'mod+k',
  menu: 'mod+b',
  help: '?',
  previousTab: '[',
  nextTab: ']',
  closeTab: '{',
  closeOtherTabs: '}',

  next: 'j',
  previous: 'k',
  moveDown: 'shift+j',
  moveUp: 'shift+k',
  /** Ticks what is in hand: a row, a tile, a report as false. */
  tick: 'x',
  /** Ticks more of the same: up to here, or all. */
  tickMore: 'shift+x',
  tickAll: 'a',
  filter: '/',
  rowMenu: '.',
  open: 'o',
  add: 'c',
  edit: 'e',
  /** Looks into something: a history, a balance, whether the log is whole. */
  inspect: 'i',
  note: 'n',
  mark: 'm',
  /** Lets again: unbans, allows to broadcast, shows what was hidden. */
  lift: 'l',

  pass: 'p',
  fail: 'f',
  failDecided: 'shift+f',
  skip: 's',
  giveBack: 'shift+s',
  undo: 'u',
  undoToo: 'mod+z',
  /** Changes how it is shown: grid or single, video or pictures. */
  view: 'v',
  unblur: 'shift+v',
  zoom: 'z',
  wholePicture: 'shift+z',
  turn: 't',
  /** Fetches again: a picture, what has changed on the wall. */
  reload: 'r',
  previousPicture: '<',
  nextPicture: '>',
  warn: 'w',

  ban: 'shift+b',
  deduct: 'shift+d',
  grant: 'shift+g',
  hide: 'shift+h',
  /** Ends what runs: a broadcast, a call, somebody's sessions. */
  end: 'shift+q',
} as const

export type KeyName = keyof typeof keys

/** Where a slip would hurt: only with a row, a tile or a person in hand, and asked again before it is done. */
export const dangerous = ['ban', 'deduct', 'grant', 'hide', 'end', 'failDecided'] as const satisfies readonly KeyName[]

/** Keys that share a letter because they mean the same, once for one and once for more of it. */
export const families = [
  ['next', 'moveDown'],
  ['previous', 'moveUp'],
  ['tick', 'tickMore'],
  ['fail', 'failDecided'],
  ['skip', 'giveBack'],
  ['view', 'unblur'],
  ['zoom', 'wholePicture'],
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

/** What is pressed for a name of the map; a key of the focus is its own name. */
export const chordOf = (key: KeyName | FocusKey): string => (key in keys ? keys[key as KeyName] : key)
