import { Zip, ZipDeflate } from 'fflate'

export interface ZippedFile {
  name: string
  content: AsyncIterable<string>
}

/** A ZIP file in parts, each made when it is asked for. */
export async function* zipOf(files: Iterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, part) => {
    failure ??= error
    parts.push(part)
  })
  const take = () => {
    if (failure) throw failure
    const taken = parts
    parts = []
    return taken
  }
  for (const { name, content } of files) {
    const file = new ZipDeflate(name)
    zip.add(file)
    for await (const piece of content) {
      file.push(Buffer.from(piece))
      yield* take()
    }
    file.push(new Uint8Array(0), true)
    yield* take()
  }
  zip.end()
  yield* take()
}
