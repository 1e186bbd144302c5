import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { listen } from './listen.ts'

/** Starts a proxy that serves a service under a path, and nothing else. It removes the path from each request. */
export async function startPathProxy(service: string, path: string) {
  const outside: string[] = []
  let isDown = false
  const server = createServer((incoming, response) => {
    const { url = '' } = incoming
    if (isDown) return incoming.socket.destroy()
    if (url.startsWith(`${path}/`)) return passOn(incoming, response)
    if (url !== '/favicon.ico') outside.push(url)
    return response.writeHead(404).end()
  })

  function passOn(incoming: IncomingMessage, response: ServerResponse): void {
    const { url = '', method, headers } = incoming
    const passed = request(service + url.slice(path.length), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    incoming.pipe(passed)
  }

  const port = await listen(server)
  return {
    address: `http://127.0.0.1:${port}${path}`,
    /** What was asked for that is not under the path. */
    outside,
    /** Ends all connections, and accepts none. */
    goDown() {
      isDown = true
      server.closeAllConnections()
    },
  }
}
