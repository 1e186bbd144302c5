import { isObject, type JsonObject } from '../../src/lib/json/json.ts'

/** The standard names of our formats. */
const FORMATS: Readonly<Record<string, string | undefined>> = {
  timestamp: 'date-time',
  text: undefined,
  id: undefined,
}

/** Keywords that only our validation knows. */
const OWN_KEYWORDS: ReadonlySet<string> = new Set(['mustBe', 'maxBytes', 'normalText'])

/** The keyword of a route for an example of its response: an example beside a `$ref` would be lost. */
const EXAMPLE = 'x-example'

/** A replacer for `JSON.stringify` that turns our own keywords into standard OpenAPI. */
export function toOpenApi(name: string, value: unknown): unknown {
  if (OWN_KEYWORDS.has(name)) return undefined
  if (name === 'format' && typeof value === 'string' && value in FORMATS) return FORMATS[value]
  if (!isObject(value)) return value
  if (isObject(value['documentedAs'])) return documentedSchema(value, value['documentedAs'])
  return 'operationId' in value ? documentedOperation(value) : value
}

function documentedSchema(
  { documentedAs: _, pattern: __, ...schema }: JsonObject,
  as: JsonObject,
): JsonObject {
  return { ...schema, ...as }
}

function documentedOperation({ [EXAMPLE]: example, requestBody, ...operation }: JsonObject): JsonObject {
  const responses = mapMembers(operation['responses'], (response, status) =>
    status.startsWith('2') ? withExample(response, example) : response,
  )
  return { ...operation, ...(!isEmptyObject(requestBody) && { requestBody }), responses }
}

function withExample(response: JsonObject, example: unknown): JsonObject {
  if (!('content' in response)) return response
  return { ...response, content: mapMembers(response['content'], (media) => ({ ...media, example })) }
}

/** A body without fields need not be sent. */
function isEmptyObject(requestBody: unknown): boolean {
  const [media] = Object.values<unknown>(Object(Object(requestBody).content))
  const { properties } = Object(Object(media).schema)
  return isObject(properties) && Object.keys(properties).length === 0
}

function mapMembers(members: unknown, change: (member: JsonObject, name: string) => JsonObject): JsonObject {
  const entries = Object.entries(isObject(members) ? members : {})
  return Object.fromEntries(
    entries.map(([name, member]) => [name, isObject(member) ? change(member, name) : member]),
  )
}
