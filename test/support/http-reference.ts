/** The part of the OpenAPI description that the HTTP reference shows. */
export interface ApiDescription {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface Operation {
  readonly summary: string
  readonly description: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
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
  readonly properties?: Readonly<Record<string, Schema>>
}

/** A request, and the body of its response. */
export interface Example {
  readonly url: string
  readonly header: string
  readonly body: string
}

const HEADERS: Readonly<Record<string, string>> = {
  bearer: '`Authorization: Bearer KEY`, with the scope `device:read`',
  apiKey: '`X-API-Key: KEY`',
  streamToken: 'a stream token in the parameter `token`',
}

/** Formats the HTTP reference. Responses that every route may give are described once. */
export function formatHttpReference(
  { paths, components }: ApiDescription,
  examples: Readonly<Record<string, Example>>,
): string {
  const operations = Object.entries(paths)
    .map(([path, { get }]) => ({ path, operation: get }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  const common = commonResponses(operations.map(({ operation }) => operation))
  const routes = operations.map(({ path, operation }) =>
    formatRoute(path, operation, examples[path], new Set(common.keys())),
  )
  const schemas = Object.entries(components.schemas).map(([name, schema]) => formatSchema(name, schema))
  return [INTRODUCTION, formatTable(['Status', 'Meaning'], [...common]), ...routes, '## Fields', ...schemas]
    .join('\n\n')
    .concat('\n')
}

const INTRODUCTION = `# HTTP reference

This page is generated from the [OpenAPI description](../openapi.json). A running service serves the description at
\`/openapi.json\`, and as pages to try it at \`/docs\`. The examples are responses of the demo data.

- All routes are \`GET\`. Another method gets 405 with \`Allow\`. \`HEAD\` and CORS preflights work everywhere.
- \`DEVICE_BASE_PATH\` and \`MENU_BASE_PATH\` put a path in front of the routes of an interface.
- A parameter with several values can be repeated, separated by commas, or sent as a JSON array. Parameters combine with AND.
  Unknown parameters are ignored.
- Responses to \`/v1\` have a strong \`ETag\`, except for streams and tokens. \`If-None-Match\` gets 304 until the response changes.
- Large responses are compressed with br or gzip if the client accepts it.
- A resource that the key cannot access behaves exactly as if it did not exist.
- Every error is \`{ "message": "…" }\`. The statuses below apply to every route.`

function commonResponses(operations: readonly Operation[]): Map<string, string> {
  const [first] = operations
  const isCommon = ([status, { description }]: [string, { description: string }]) =>
    operations.every(({ responses }) => responses[status]?.description === description)
  const found = Object.entries(first?.responses ?? {}).filter(isCommon)
  return new Map(found.map(([status, { description }]) => [status, description]))
}

function formatRoute(
  path: string,
  { summary, description, security, parameters = [], responses }: Operation,
  example: Example | undefined,
  common: ReadonlySet<string>,
): string {
  const headers = security.flatMap((scheme) => Object.keys(scheme).map((name) => HEADERS[name]))
  const statuses = Object.entries(responses).filter(([status]) => !common.has(status))
  return [
    `## GET ${path}`,
    `${summary}. ${description}`,
    `**Authentication:** ${headers.join(', or ')}`,
    ...(parameters.length > 0 ? [formatParameters(parameters)] : []),
    formatTable(
      ['Status', 'Meaning'],
      statuses.map(([status, response]) => [status, response.description]),
    ),
    ...(example ? [formatExample(example)] : []),
  ].join('\n\n')
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

function formatExample({ url, header, body }: Example): string {
  return `\`\`\`text\ncurl -H '${header}' 'http://localhost:3000${url}'\n\`\`\`\n\n\`\`\`json\n${body}\n\`\`\``
}

function formatSchema(name: string, { properties = {} }: Schema): string {
  const rows = Object.entries(properties).flatMap(([field, schema]) => fieldRows(field, schema))
  return `### ${name}\n\n${formatTable(['Field', 'Type', 'Meaning'], rows)}`
}

function fieldRows(path: string, schema: Schema): string[][] {
  const row = [`\`${path}\``, typeOf(schema), schema.description ?? '']
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, child]) =>
    fieldRows(`${path}.${name}`, child),
  )
  return inner.length > 0 ? inner : [row]
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
