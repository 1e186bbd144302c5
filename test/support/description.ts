import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/** The part of an OpenAPI description that responses are checked against. */
export interface Description {
  paths: Record<string, Record<string, { responses: Record<string, DescribedResponse> }>>
  components: { schemas: Record<string, object> }
}

interface DescribedResponse {
  content?: Record<string, { schema: object }>
}

/** A response. */
export interface ReceivedResponse {
  readonly method: string
  readonly statusCode: number
  readonly isEncoded: boolean
  readonly body: string
}

/** @returns a function that checks a response against a description, and returns the error, if there is one */
export function createResponseChecker({ paths, components }: Description) {
  const ajv = new Ajv2020({
    strict: false,
    formats: { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/ },
  })
  ajv.addSchema({ $id: 'description', components })
  const routes = Object.entries(paths).map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
    isFixed: !path.includes('{'),
    methods,
  }))

  const compiled = new Map<object, ValidateFunction>()
  const validatorOf = (schema: object) => {
    const validate = compiled.get(schema) ?? ajv.compile(resolvable(schema))
    compiled.set(schema, validate)
    return validate
  }

  return (url: string, { method, statusCode, isEncoded, body }: ReceivedResponse): string | undefined => {
    const [path = ''] = url.split('?')
    const found = routes.filter(({ pattern }) => pattern.test(path))
    // As in the router, a route without parameters comes first.
    const route = found.find(({ isFixed }) => isFixed) ?? found[0]
    const responses = route?.methods[method.toLowerCase()]?.responses
    if (responses === undefined) return undefined
    const described = responses[statusCode]
    if (described === undefined) return `${method} ${path} returned ${statusCode}, which is not described`
    const schema = described.content?.['application/json']?.schema
    if (schema === undefined || isEncoded) return undefined
    const validate = validatorOf(schema)
    return validate(JSON.parse(body)) ? undefined : `${path}: ${ajv.errorsText(validate.errors)}`
  }
}

/** The schema, with references that point into the description. */
function resolvable(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"description#/components'))
}
