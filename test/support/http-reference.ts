/** The part of the OpenAPI description that the HTTP reference shows. */
export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface Operation {
  readonly summary: string
  readonly description: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<Record<string, { readonly description: string }>>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly description: string
  readonly schema: Schema
}

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly items?: Schema
  readonly maxItems?: number
  readonly maxLength?: number
  readonly properties?: Readonly<Record<string, Schema>>
}

/** A request, and the body of its response. */
export interface Example {
  readonly url: string
  readonly header: string
  /** What else the request has, as options of curl. */
  readonly options?: string
  readonly body: string
}

const HEADERS: Readonly<Record<string, string>> = {
  bearer: '`Authorization: Bearer KEY`',
  apiKey: '`X-API-Key: KEY`',
  streamToken: 'a stream token in the parameter `token`',
}

/** Formats the HTTP reference. Responses that every route may give are described once. */
export function formatHttpReference(
  { paths, components }: ApiDescription,
  examples: Readonly<Record<string, Example>>,
): string {
  const operations = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        return { path, title: `${method.toUpperCase()} ${path}`, operation }
      }),
    )
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  const common = commonResponses(operations.map(({ operation }) => operation))
  const routes = operations.map(({ path, title, operation }) =>
    formatRoute(title, operation, examples[path], common),
  )
  const schemas = Object.entries(components.schemas).map(([name, schema]) => formatSchema(name, schema))
  return [INTRODUCTION, formatTable(['Status', 'Meaning'], [...common]), ...routes, '## Fields', ...schemas]
    .join('\n\n')
    .concat('\n')
}

const INTRODUCTION = `# HTTP reference

This page is generated from the [OpenAPI description](../openapi.json). A running service serves the description at
\`/openapi.json\`, and as pages to try it at \`/docs\`. The examples are responses of the demo data.

- A method that a path does not have gets 405 with \`Allow\`. \`HEAD\` works wherever \`GET\` does, and CORS preflights everywhere.
- \`PATCH\`, \`PUT\` and \`POST\` exist with \`CHANGES=on\` only. Their bodies are JSON in UTF-8, and fields that do not exist are errors.
  What they answer with 2xx is committed. While the database is busy or away they answer 503, and nothing has changed.
- \`DEVICE_BASE_PATH\` and \`MENU_BASE_PATH\` put a path in front of the routes of an interface.
- A parameter with several values can be repeated, separated by commas, or sent as a JSON array. Parameters combine with AND.
  Unknown parameters are ignored.
- Responses to \`/v1\` have a strong \`ETag\`, except for streams and tokens. \`If-None-Match\` gets 304 until the response changes.
- Large responses are compressed with br or gzip if the client accepts it.
- A resource that the key cannot access behaves exactly as if it did not exist.
- Every error is \`{ "message": "…" }\`. The statuses below apply to every route.`

function commonResponses(operations: readonly Operation[]): Map<string, string> {
  const [first] = operations
  // A status may mean something else where something is changed.
  const isCommon = ([status]: [string, unknown]) =>
    status >= '400' && operations.every(({ responses }) => status in responses)
  const found = Object.entries(first?.responses ?? {}).filter(isCommon)
  return new Map(found.map(([status, { description }]) => [status, description]))
}

function formatRoute(
  title: string,
  { summary, description, security, parameters = [], requestBody, responses }: Operation,
  example: Example | undefined,
  common: ReadonlyMap<string, string>,
): string {
  const headers = security.flatMap((scheme) => Object.entries(scheme).map(formatScheme))
  const statuses = Object.entries(responses).filter(
    ([status, response]) => common.get(status) !== response.description,
  )
  return [
    `## ${title}`,
    `${summary}. ${description}`,
    `**Authentication:** ${headers.join(', or ')}`,
    ...(parameters.length > 0 ? [formatParameters(parameters)] : []),
    ...(requestBody ? formatBody(requestBody.content['application/json']?.schema) : []),
    formatTable(
      ['Status', 'Meaning'],
      statuses.map(([status, response]) => [status, response.description]),
    ),
    ...(example ? [formatExample(example)] : []),
  ].join('\n\n')
}

function formatScheme([name, scopes]: [string, readonly string[]]): string {
  const [scope] = scopes
  return scope === undefined ? `${HEADERS[name]}` : `${HEADERS[name]}, with the scope \`${scope}\``
}

function formatBody({ properties = {} }: Schema = {}): string[] {
  const rows = Object.entries(properties).flatMap(([field, schema]) => fieldRows(field, schema))
  return rows.length === 0 ? [] : [formatTable(['Field of the body', 'Type', 'Meaning'], rows)]
}

function formatParameters(parameters: readonly Parameter[]): string {
  const rows = parameters.map(({ name, in: place, description, schema }) => [
    `\`${name}\``,
    place,
    schema.type === 'array' ? 'list' : 'text',
    description,
  ])
  return formatTable(['Parameter', 'In', 'Type', 'Meaning'], rows)
}

function formatExample({ url, header, options = '', body }: Example): string {
  return `\`\`\`text\ncurl ${options}-H '${header}' 'http://localhost:3000${url}'\n\`\`\`\n\n\`\`\`json\n${body}\n\`\`\``
}

function formatSchema(name: string, { properties = {} }: Schema): string {
  const rows = Object.entries(properties).flatMap(([field, schema]) => fieldRows(field, schema))
  return `### ${name}\n\n${formatTable(['Field', 'Type', 'Meaning'], rows)}`
}

function fieldRows(path: string, schema: Schema): string[][] {
  const row = [`\`${path}\``, typeOf(schema), [schema.description ?? [], limitOf(schema)].flat().join(' ')]
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, child]) =>
    fieldRows(`${path}.${name}`, child),
  )
  return inner.length > 0 ? inner : [row]
}

function limitOf({ maxLength = 0, maxItems = 0, items }: Schema): string[] {
  const length = `at most ${(maxLength || (items?.maxLength ?? 0)).toLocaleString('en')} characters`
  if (maxItems > 0) return [`At most ${maxItems}, each of ${length}.`]
  return maxLength > 0 ? [length.replace('a', 'A').concat('.')] : []
}

function typeOf({ $ref, type, items }: Schema): string {
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) ?? ''
    return `[${name}](#${name.toLowerCase()})`
  }
  if (items !== undefined) return `list of ${typeOf(items)}`
  return [type ?? []].flat().join(' or ')
}

export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
