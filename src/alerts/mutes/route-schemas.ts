import { Type } from '@sinclair/typebox'
import { bearer, type Requirement, securityOf } from '../../auth/requirement.ts'
import { DeviceInPath } from '../../device/schema.ts'
import { CHANGES_TAG, smallBodyErrorResponses } from '../../http/change-responses.ts'
import { errorSchema, scopedErrorResponses } from '../../http/http-error.ts'
import { refTo } from '../../schemas/schema-parts.ts'
import { type DeviceOrSite, MUTE_SUBJECT_NOT_FOUND, Mute, MuteBody } from './schema.ts'

/** What a key needs to mute. */
export const MUTE_REQUIREMENT = { scheme: bearer, scope: 'alert:mute' } as const satisfies Requirement

const SiteInPath = Type.Object({ id: Type.String({ description: 'Site ID.', examples: ['quayside'] }) })

function muteSchemasOf(kind: DeviceOrSite, params: typeof DeviceInPath, rule: string) {
  const noun = kind === 'device' ? 'Device' : 'Site'
  const common = { ...CHANGES_TAG, security: securityOf(MUTE_REQUIREMENT), params }
  const notFound = errorSchema(
    `There is no such ${kind}, or the access is missing`,
    MUTE_SUBJECT_NOT_FOUND[kind],
  )
  return {
    put: {
      ...common,
      operationId: `mute${noun}`,
      summary: `Mute a ${kind}`,
      description: `Sends no alerts about a ${kind} until a time. The user of the key needs ${rule}. Only with \`CHANGES=on\`.`,
      'x-example': { muted_until: '2030-01-31T05:00:00.000Z' },
      body: MuteBody,
      response: {
        200: refTo(Mute, `Until when the ${kind} is muted.`),
        ...smallBodyErrorResponses,
        404: notFound,
      },
    },
    delete: {
      ...common,
      operationId: `unmute${noun}`,
      summary: `Unmute a ${kind}`,
      description: `Ends the mute of the ${kind}, if there is one. The user of the key needs the same access. Only with \`CHANGES=on\`.`,
      response: {
        204: Type.Null({ description: `The ${kind} is not muted.` }),
        ...scopedErrorResponses,
        413: smallBodyErrorResponses[413],
        404: notFound,
      },
    },
  }
}

/** The descriptions of the routes that mute. */
export const muteSchemas = {
  device: muteSchemasOf('device', DeviceInPath, '`update` access to it'),
  site: muteSchemasOf(
    'site',
    SiteInPath,
    '`update` access to all of its devices. A site without devices cannot be muted',
  ),
}
