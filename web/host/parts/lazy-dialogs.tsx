import { type ComponentType, lazy, Suspense } from 'react'
import { lazyLoad } from './lazy-load.ts'

type Dialogs = typeof import('./dialogs.ts')

const load = lazyLoad(() => import('./dialogs.ts'))

function lazyDialog<Props extends object>(choose: (dialogs: Dialogs) => ComponentType<Props>) {
  const Loaded = lazy(async () => ({ default: choose(await load()) as ComponentType<object> }))
  return (props: Props) => (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
}

/** Loaded when they are opened. */
export const CancelDialog: Dialogs['CancelDialog'] = lazyDialog((dialogs) => dialogs.CancelDialog)
export const DeleteEventDialog: Dialogs['DeleteEventDialog'] = lazyDialog(
  (dialogs) => dialogs.DeleteEventDialog,
)
export const MoveDialog: Dialogs['MoveDialog'] = lazyDialog((dialogs) => dialogs.MoveDialog)
export const MoveQuestion: Dialogs['MoveQuestion'] = lazyDialog((dialogs) => dialogs.MoveQuestion)
export const ManageDialog: Dialogs['ManageDialog'] = lazyDialog((dialogs) => dialogs.ManageDialog)
