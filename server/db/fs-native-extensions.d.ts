declare module 'fs-native-extensions' {
  /** Takes an exclusive lock on an open file; false where another process holds it. */
  export function tryLock(fileDescriptor: number): boolean
}
