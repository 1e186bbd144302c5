// The limit of the platform: node:http sends finished responses, without authentication.

import { createServer } from 'node:http'
import { readAnswers } from './answers.ts'
import { required } from './environment.ts'

const answers = await readAnswers(required('ANSWERS'))

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '')
  if (answer === undefined) {
    response.writeHead(404).end()
  } else if (answer.notModified !== undefined && request.headers['if-none-match'] === answer.etag) {
    response.writeHead(304, answer.notModified).end()
  } else {
    response.writeHead(200, answer.headers).end(answer.body)
  }
})
server.listen(Number(required('PORT')), required('HOST'))
