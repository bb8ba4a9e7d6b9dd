import http from 'node:http'
import https from 'node:https'

export interface RawAnswer {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
}

/** A GET over http or https with any Host header; any certificate is accepted. */
export function rawGet(url: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
  const { protocol, hostname, port, pathname, search } = new URL(url)
  const options = { host: hostname, port, path: pathname + search, headers, agent: false }
  return new Promise((resolve, reject) => {
    const receive = (response: http.IncomingMessage) => {
      let text = ''
      response.on('data', (chunk) => (text += String(chunk)))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    }
    const request =
      protocol === 'https:'
        ? https.get({ ...options, servername: headers['host'], rejectUnauthorized: false }, receive)
        : http.get(options, receive)
    request.on('error', reject)
  })
}
