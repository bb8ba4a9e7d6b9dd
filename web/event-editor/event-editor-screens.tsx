export function CreateEventScreen() { return null }
export function EditEventScreen() { return null }
