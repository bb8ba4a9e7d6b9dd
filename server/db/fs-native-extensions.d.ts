declare module 'fs-native-extensions' {
  /** Takes an exclusive lock on an open file; false if another process holds it. */
  export function tryLock(fileDescriptor: number): boolean
}
