import { findKeyQuery } from '../auth/repository.ts'
import { apiKey, securityOf } from '../auth/requirement.ts'
import type { WriteRouteApp, WriteRouteContext } from '../auth/write-guard.ts'
import { parseBody } from '../http/bodies/body.ts'
import { MAX_PATCH_BYTES } from '../http/bodies/body-limits.ts'
import { bodyErrorResponses, CHANGES_TAG } from '../http/change-responses.ts'
import { errorSchema } from '../http/http-error.ts'
import { MENU_NOT_FOUND } from '../menu/schema.ts'
import { refTo } from '../schemas/schema-parts.ts'
import { createLesserKey } from './create-key.ts'
import { KeyBody, NewKey } from './schema.ts'

/** What a key needs to create other keys. A new key replaces no object. */
const CREATE_KEY_REQUIREMENT = { scheme: apiKey, scope: 'key:write', requireTarget: () => {} } as const

const schema = {
  ...CHANGES_TAG,
  operationId: 'createKey',
  summary: 'Create a key',
  description:
    'Creates a key of the same user, which may do no more than the key of the request: for a screen, for example. ' +
    'It ends when that key is revoked. Only with `CHANGES=on`.',
  security: securityOf(CREATE_KEY_REQUIREMENT),
  'x-example': { id: 'key_0123456789abcdef', key: 'sgn_…' },
  body: KeyBody,
  response: {
    201: refTo(NewKey, 'The new key.'),
    ...bodyErrorResponses(MAX_PATCH_BYTES),
    404: errorSchema('There is no such menu, or it is not granted to the key of the request', MENU_NOT_FOUND),
  },
}

/** Adds `POST /v1/keys`. */
export function addKeyRoute(app: WriteRouteApp, context: WriteRouteContext): void {
  const { createWriteGuard, clock } = context
  const guard = createWriteGuard({ ...CREATE_KEY_REQUIREMENT, query: (keyHash) => findKeyQuery(keyHash) })
  const route = { schema, bodyLimit: MAX_PATCH_BYTES, onRequest: guard.hooks, preValidation: parseBody }
  app.post('/v1/keys', route, async (request, reply) => {
    const created = await guard.write(request, ({ key }) => createLesserKey(key, request.body, clock))
    return reply.code(201).send(created)
  })
}
