import { Ajv2020 } from 'ajv/dist/2020.js'

/** The part of a JSON schema that tests read. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
}

/** A schema with an example, as parameters and bodies have them. */
export interface Media {
  readonly schema: Schema
  readonly example?: unknown
}

/** Creates a function that checks an example, and returns what is wrong. */
export function createExampleCheck(components: object): (media: Media) => string | undefined {
  const ajv = new Ajv2020({
    strict: false,
    formats: { 'date-time': (text) => !Number.isNaN(Date.parse(text)) },
  })
  ajv.addSchema({ $id: 'description', components: closed(components) })
  return ({ schema, example }) => {
    if (example === undefined) return 'has no example'
    const validate = ajv.compile(closed(schema))
    return validate(example) ? undefined : ajv.errorsText(validate.errors)
  }
}

/** The schemas, with references that point into the description, and none with fields that it does not name. */
function closed(schema: object): object {
  const text = JSON.stringify(schema, (_, value) =>
    value?.properties && value.type ? { additionalProperties: false, ...value } : value,
  )
  return JSON.parse(text.replaceAll('"#/components', '"description#/components'))
}

type Node = Readonly<Record<string, unknown>>

/** Finds the fields of objects that neither have a description, nor refer to a schema that has one. */
export function findUndescribed(part: unknown, schemas: Readonly<Record<string, Node>>, path = ''): string[] {
  if (typeof part !== 'object' || part === null) return []
  const { properties } = part as { properties?: Readonly<Record<string, Node>> }
  const own = isSchemas(properties)
    ? Object.entries(properties).filter(([, field]) => !isDescribed(field, schemas))
    : []
  return [
    ...own.map(([name]) => `${path}.${name}`),
    ...Object.entries(part)
      .filter(([name]) => !name.startsWith('example'))
      .flatMap(([name, member]) => findUndescribed(member, schemas, `${path}/${name}`)),
  ]
}

function isSchemas(properties: unknown): properties is Readonly<Record<string, Node>> {
  return typeof properties === 'object' && properties !== null
}

/** An object may be described by its fields. */
function isDescribed(field: Node, schemas: Readonly<Record<string, Node>>): boolean {
  const referred = schemas[String(field['$ref']).split('/').at(-1) ?? '']
  return Boolean(field['description'] ?? referred?.['description'] ?? field['properties'])
}

/** Values that a schema of a parameter allows: all of a few, or the ends of a range. */
export function samplesOf({ type, enum: values, minimum = 0, maximum = 1_000_000 }: Schema): string[] {
  if (values !== undefined) return [...values]
  if (type === 'boolean') return ['true', 'false']
  return type === 'integer' ? [String(minimum), String(maximum)] : []
}
