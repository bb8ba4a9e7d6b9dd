// In one file, because every file is a request.
export { CancelDialog } from './booking-details/cancel-dialog.tsx'
export { MoveDialog } from './booking-details/move-dialog.tsx'
export { MoveQuestion } from './booking-details/move-question.tsx'
export { DeleteEventDialog } from './event-deletion/delete-dialog.tsx'
export { ManageDialog } from './labels/manage-dialog.tsx'
