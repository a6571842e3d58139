// What a list's columns, its filters and their values are called.
import { label } from '../ui/labels.ts'

export type ListWords = {
  column: (id: string) => string
  filter: (name: string) => string
  option: (filter: string, value: string) => string
}

/** By the texts of a room: `<room>:columns.<id>`, `<room>:filters.<name>`, `<room>:options.<filter>.<value>`. */
export const wordsOfRoom = (room: string): ListWords => ({
  column: (id) => label(`${room}:columns.${id}`),
  filter: (name) => label([`${room}:filters.${name}`, `${room}:columns.${name}`]),
  option: (name, value) => label([`${room}:options.${name}.${value}`, `list:filters.${value}`]),
})
