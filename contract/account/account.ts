/** What a host types to confirm that their account should be deleted. */
export const DELETE_CONFIRMATION = 'DELETE'
