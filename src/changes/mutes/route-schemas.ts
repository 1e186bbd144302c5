import { Type } from '@sinclair/typebox'
import { securityOf } from '../../auth/authenticate.ts'
import { commonErrors, errorSchema } from '../../http/errors.ts'
import { described, smallBodyResponses } from '../responses.ts'
import { DEVICE_ID, type Mute, MuteBody } from '../schema.ts'
import { MUTER } from './mutes.ts'

const SITE_ID = Type.String({ description: 'Site ID.' })

function muteSchemasOf(kind: 'device' | 'site', id: typeof SITE_ID, rule: string) {
  const Kind = kind === 'device' ? 'Device' : 'Site'
  const common = {
    ...described,
    security: securityOf(MUTER),
    params: Type.Object({ id }),
  }
  const notFound = errorSchema(`There is no such ${kind}, or ${rule} is missing: \`${Kind} not found\`.`)
  return {
    put: {
      ...common,
      operationId: `mute${Kind}`,
      summary: `Mute a ${kind}`,
      description: `Nobody is alerted of a ${kind} until a time. The user of the key needs ${rule}. Only with \`CHANGES=on\`.`,
      body: MuteBody,
      response: {
        200: Type.Unsafe<Mute>({ ...Type.Ref('Mute#'), description: `Until when the ${kind} is muted.` }),
        ...smallBodyResponses,
        404: notFound,
      },
    },
    delete: {
      ...common,
      operationId: `unmute${Kind}`,
      summary: `Unmute a ${kind}`,
      description: `Ends what \`PUT\` began, if it lasts. The user of the key needs ${rule}. Only with \`CHANGES=on\`.`,
      response: {
        204: Type.Null({ description: `The ${kind} is not muted.` }),
        ...commonErrors,
        403: smallBodyResponses[403],
        413: smallBodyResponses[413],
        404: notFound,
      },
    },
  }
}

/** The descriptions of the routes that mute. */
export const muteSchemas = {
  device: muteSchemasOf('device', DEVICE_ID, '`update` access to it'),
  site: muteSchemasOf('site', SITE_ID, '`update` access to all of its devices, of which there must be one'),
}
