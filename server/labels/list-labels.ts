import type { Handler } from '../http/endpoint.ts'
import { readLabels } from './read-labels.ts'

export const listLabels: Handler<'listLabels'> = ({ deps: { db }, caller }) => readLabels(db, caller.hostId)
