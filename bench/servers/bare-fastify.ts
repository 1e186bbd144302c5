// The limit of the framework: Fastify sends prepared responses, without authentication.

import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { required } from './environment.ts'
import { readResponses } from './responses.ts'

const responses = await readResponses(required('RESPONSES'))
const app = Fastify({ logger: false })

for (const url of ['/devices/:id', '/v1/groups', '/v1/menus/:menuId/groups/options']) app.get(url, send)
await app.listen({ host: required('HOST'), port: Number(required('PORT')) })

function send(request: FastifyRequest, reply: FastifyReply): void {
  const prepared = responses.get(request.url)
  if (prepared === undefined) {
    reply.callNotFound()
  } else if (prepared.notModified !== undefined && request.headers['if-none-match'] === prepared.etag) {
    reply.code(304).headers(prepared.notModified).send()
  } else {
    reply.headers(prepared.headers).send(prepared.body)
  }
}
