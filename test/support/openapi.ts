import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'

interface Description {
  paths: Record<string, { get?: { responses: Record<string, DescribedAnswer> } }>
  components: { schemas: Record<string, object> }
}

interface DescribedAnswer {
  content?: Record<string, { schema: object }>
}

const validators = new WeakMap<FastifyInstance, (url: string, answer: LightMyRequestResponse) => void>()

/** Holds an answer against the description that the service itself gives of it. */
export async function checkAnswer(
  app: FastifyInstance,
  { method, url }: InjectOptions,
  answer: LightMyRequestResponse,
): Promise<void> {
  if (answer.statusCode >= 400 && method !== 'HEAD') {
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.json()).toEqual({ message: expect.any(String) })
  }
  if (method !== 'GET' || typeof url !== 'string') return
  let check = validators.get(app)
  if (check === undefined) {
    check = checker((await app.inject('/openapi.json')).json<Description>())
    validators.set(app, check)
  }
  check(url, answer)
}

function checker({ paths, components }: Description) {
  const ajv = new Ajv2020({
    strict: false,
    formats: { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/ },
  })
  ajv.addSchema({ $id: 'description', components })
  const routes = Object.entries(paths).map(([path, { get }]) => ({
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
    responses: get?.responses ?? {},
  }))

  const compiled = new Map<object, ValidateFunction>()
  const validatorOf = (schema: object) => {
    let validate = compiled.get(schema)
    if (validate === undefined) {
      validate = ajv.compile(resolvable(schema))
      compiled.set(schema, validate)
    }
    return validate
  }

  return (url: string, answer: LightMyRequestResponse) => {
    const [path = ''] = url.split('?')
    const route = routes.find(({ pattern }) => pattern.test(path))
    if (route === undefined) return
    const described = route.responses[answer.statusCode]
    expect(described, `${path} answers ${answer.statusCode}, which is not described`).toBeDefined()
    const schema = described?.content?.['application/json']?.schema
    if (schema === undefined || answer.headers['content-encoding'] !== undefined) return
    const validate = validatorOf(schema)
    expect(validate(answer.json()), `${path}: ${ajv.errorsText(validate.errors)}`).toBe(true)
  }
}

/** The schema with its references pointing into the description. */
function resolvable(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"description#/components'))
}
