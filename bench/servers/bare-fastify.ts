// The limit of the framework: Fastify sends finished responses, without authentication.

import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { readAnswers } from './answers.ts'
import { required } from './environment.ts'

const answers = await readAnswers(required('ANSWERS'))
const app = Fastify({ logger: false })

for (const url of ['/devices/:id', '/v1/groups', '/v1/menus/:menuId/groups/options']) app.get(url, send)
await app.listen({ host: required('HOST'), port: Number(required('PORT')) })

function send(request: FastifyRequest, reply: FastifyReply): void {
  const answer = answers.get(request.url)
  if (answer === undefined) {
    reply.callNotFound()
  } else if (answer.notModified !== undefined && request.headers['if-none-match'] === answer.etag) {
    reply.code(304).headers(answer.notModified).send()
  } else {
    reply.headers(answer.headers).send(answer.body)
  }
}
