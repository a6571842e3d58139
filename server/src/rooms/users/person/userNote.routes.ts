import { userNoteDelete, userNoteList, userNoteSave, userNoteUpdate } from '@greenroom/contract/users'
import { type Served, serve } from '../../../kit/calls/serve.ts'
import { list, remove, save, update } from './userNote.service.ts'

export const noteRoutes: Served[] = [
  serve(userNoteList, list),
  serve(userNoteSave, save),
  serve(userNoteUpdate, update),
  serve(userNoteDelete, remove),
]
