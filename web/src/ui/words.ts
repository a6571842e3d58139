// Labels of a list's columns, filters and filter values.
import { label } from './labels.ts'

export type ListWords = {
  column: (id: string) => string
  filter: (name: string) => string
  option: (filter: string, value: string) => string
}

/** From the texts of a room: `<room>:columns.<id>`, `<room>:filters.<name>`, `<room>:options.<filter>.<value>`. */
export const wordsOfRoom = (room: string): ListWords => ({
  column: (id) => label(`${room}:columns.${id}`),
  filter: (name) => label([`${room}:filters.${name}`, `${room}:columns.${name}`]),
  option: (name, value) => label([`${room}:options.${name}.${value}`, `list:filters.${value}`]),
})
