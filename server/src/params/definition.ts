/** One parameter; its name and description are in the catalogue (`params.json`). */
export type ParamDefinition = {
  group:
    | 'platform'
    | 'login'
    | 'sms'
    | 'approval'
    | 'export'
    | 'money'
    | 'live'
    | 'users'
    | 'audits'
    | 'bridge'
    | 'guilds'
    | 'agents'
    | 'official'
  type: 'text' | 'integer' | 'boolean' | 'choice' | 'timeZone' | 'json'
  default: string
  unit?: string
  /** Bounds of a number, or of a text's length. */
  min?: number
  max?: number
  choices?: readonly string[]
  frontEndNeeded?: true
  /** Visible to staff, but not editable. */
  editable?: false
  /** A change waits for a second member of staff. */
  sensitive?: true
  /** Needs two accounts also during set-up: each change, since it prices money; or raising it, since it is a limit. */
  setup?: 'by two' | 'raised by two'
}
