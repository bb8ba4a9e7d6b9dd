/** Whether this page is a copy that its service worker kept, because the server couldn't be reached. */
export const isCopy = globalThis.document?.documentElement.dataset['copy'] !== undefined
