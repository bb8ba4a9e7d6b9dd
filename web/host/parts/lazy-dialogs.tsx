import { preload } from './lazy-load.ts'
import { lazyPart } from './lazy-part.tsx'

type Dialogs = typeof import('./dialogs.ts')

const load = () => import('./dialogs.ts')
preload(load)

/** Loaded when they are opened. */
export const CancelDialog: Dialogs['CancelDialog'] = lazyPart(async () => (await load()).CancelDialog)
export const DeleteEventDialog: Dialogs['DeleteEventDialog'] = lazyPart(
  async () => (await load()).DeleteEventDialog,
)
export const MoveDialog: Dialogs['MoveDialog'] = lazyPart(async () => (await load()).MoveDialog)
export const MoveQuestion: Dialogs['MoveQuestion'] = lazyPart(async () => (await load()).MoveQuestion)
export const ManageDialog: Dialogs['ManageDialog'] = lazyPart(async () => (await load()).ManageDialog)
