/** Where a photo is. Its digest makes the address change with it. */
export const PHOTO_ROUTE = '/photos/:digest'

export const photoPath = (digest: string | null): string | null =>
  digest === null ? null : PHOTO_ROUTE.replace(':digest', digest)
