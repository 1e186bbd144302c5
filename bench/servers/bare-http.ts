// The limit of the platform: node:http sends prepared responses, without authentication, and accepts heartbeats without storing them.

import { createServer } from 'node:http'
import { required } from './environment.ts'
import { readResponses } from './responses.ts'

const responses = await readResponses(required('RESPONSES'))

const server = createServer((request, response) => {
  const prepared = responses.get(request.url ?? '')
  if (request.method === 'POST') {
    response.writeHead(204).end()
  } else if (prepared === undefined) {
    response.writeHead(404).end()
  } else if (prepared.notModified !== undefined && request.headers['if-none-match'] === prepared.etag) {
    response.writeHead(304, prepared.notModified).end()
  } else {
    response.writeHead(200, prepared.headers).end(prepared.body)
  }
})
server.listen(Number(required('PORT')), required('HOST'))
