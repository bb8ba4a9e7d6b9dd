import net from 'node:net'

/** A proxy that fails on demand. */
export interface FlakyNetwork {
  /** The same address through the proxy. */
  through(url: string): string
  /** Closes every connection. */
  cut(): void
  /** Open connections neither close nor transfer anything anymore; new ones work. */
  swallow(): void
  /** Closes every connection, and refuses new ones until `accept`. */
  refuse(): Promise<void>
  accept(): Promise<void>
  close(): Promise<void>
}

export async function startFlakyNetwork(to: { host: string; port: number }): Promise<FlakyNetwork> {
  const open = new Set<{ here: net.Socket; there: net.Socket; isDead: boolean }>()
  const server = net.createServer((here) => {
    const link = { here, there: net.connect(to), isDead: false }
    open.add(link)
    const carry = (from: net.Socket, onward: net.Socket) => {
      from.on('data', (data) => void (link.isDead || onward.write(data)))
      from.on('error', () => {})
      from.on('close', () => {
        open.delete(link)
        if (!link.isDead || from === here) onward.destroy()
      })
    }
    carry(link.here, link.there)
    carry(link.there, link.here)
  })
  const listen = (on: number) => new Promise<void>((resolve) => server.listen(on, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as net.AddressInfo
  const cut = () => {
    for (const { here, there } of open) {
      here.destroy()
      there.destroy()
    }
  }
  const close = async () => {
    cut()
    await new Promise((resolve) => server.close(resolve))
  }
  return {
    through(url) {
      const via = new URL(url)
      via.host = `127.0.0.1:${port}`
      return via.href
    },
    cut,
    swallow() {
      for (const link of open) link.isDead = true
    },
    refuse: close,
    accept: () => listen(port),
    close,
  }
}
