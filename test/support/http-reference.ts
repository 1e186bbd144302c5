import { formatRows, formatSchemas, rowsOf, type Schema } from './http-fields.ts'
import { type Answered, formatAnswers, formatStatuses, type Statuses, sortStatuses } from './http-statuses.ts'

/** The part of the OpenAPI description that the HTTP reference shows. */
export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface Operation extends Answered {
  readonly summary: string
  readonly description: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly description: string
  readonly schema: Schema
}

/** A request, and the body of its response. */
export interface Example {
  readonly url: string
  readonly header: string
  readonly body: string
}

/** Formats the HTTP reference. What several routes have in common is described once. */
export function formatHttpReference(
  { paths, components }: ApiDescription,
  examples: Readonly<Record<string, Example>>,
): string {
  const routes = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        return { path, title: `${method.toUpperCase()} ${path}`, operation }
      }),
    )
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  const statuses = sortStatuses(routes.map(({ operation }) => operation))
  const parameters = createParameters()
  return [
    INTRODUCTION,
    formatStatuses(statuses.everywhere),
    'These apply to the routes that name them:',
    formatStatuses(statuses.often),
    ...routes.flatMap((route) => formatRoute(route, examples[route.path], statuses, parameters)),
    '## Fields',
    ...formatSchemas(components.schemas),
  ]
    .join('\n\n')
    .concat('\n')
}

const INTRODUCTION = `# HTTP reference

This page is generated from the [OpenAPI description](../openapi.json), which has an example of every body. A running service serves it at
\`/openapi.json\`, and as a page to try it at \`/docs\`. \`import type { paths } from 'signage-service/openapi'\` has its types.

- A method that a path does not have gets 405 with \`Allow\`. \`HEAD\` works wherever \`GET\` does, and CORS preflights everywhere.
- \`PATCH\`, \`PUT\`, \`POST\` and \`DELETE\` exist with \`CHANGES=on\` only. Bodies are JSON in UTF-8, and fields that do not exist are errors.
  What is answered with 2xx is committed. With \`If-Match\`, which takes the \`ETag\` of \`GET /v1/groups?menus=ID\`, a menu is
  changed only if none of its groups and items has changed. While the database is busy or away, the answer is 503, and nothing has
  changed, with [one exception](../explanation/guarantees.md#changes-over-http).
- Routes below \`/v1\` need \`X-API-Key: KEY\`, all others \`Authorization: Bearer KEY\`.
- \`DEVICE_BASE_PATH\` and \`MENU_BASE_PATH\` put a path in front of the routes of an interface.
- Parameters combine with AND. Unknown and empty parameters are ignored. For several values of a list, repeat the parameter, separate them by commas,
  or send a JSON array.
- Responses to \`/v1\` and \`/fleet\` have a strong \`ETag\`, except for streams and tokens. \`If-None-Match\` gets 304 until the response changes.
- Large responses are compressed with br or gzip if the client accepts it.
- Fields without a type are strings. A resource that the key cannot access behaves exactly as if it did not exist.
- Every error is \`{ "message": "…" }\`. The statuses below apply to every route.`

/** What the introduction says of all routes that write. */
const ONLY_WITH_CHANGES = / Only with `CHANGES=on`\./
const IF_MATCH = / With `If-Match`, which takes .+? has changed\./

interface Route {
  readonly title: string
  readonly operation: Operation
}

function formatRoute(
  { title, operation }: Route,
  example: Example | undefined,
  statuses: Statuses,
  parameters: Parameters,
): string[] {
  const { summary, description, security, requestBody } = operation
  return [
    `## ${title}`,
    formatPurpose(summary, description.replace(ONLY_WITH_CHANGES, '').replace(IF_MATCH, '')),
    ...formatKeys(security.flatMap((scheme) => Object.entries(scheme))),
    ...parameters.format(title, operation.parameters ?? []),
    ...formatBody(requestBody?.content['application/json']?.schema),
    '**Answers:**',
    formatAnswers(operation, statuses),
    ...(example ? [formatExample(example)] : []),
  ]
}

/** From so many characters on, a description says what its summary says. */
const LONG = 90

function formatPurpose(summary: string, description: string): string {
  return description.length >= LONG ? description : `${summary}. ${description}`
}

/** What a key needs, besides the header that the introduction names. */
function formatKeys(schemes: readonly [name: string, scopes: readonly string[]][]): string[] {
  return schemes.flatMap(([name, scopes]) => [
    ...scopes.map((scope) => `**Scope:** \`${scope}\``),
    ...(name === 'streamToken' ? ['**Or:** a stream token in the parameter `token`'] : []),
  ])
}

function formatBody(schema: Schema | undefined): string[] {
  const rows = rowsOf(schema)
  return rows.length === 0 ? [] : ['**Body:**', formatRows(rows)]
}

interface Parameters {
  readonly format: (title: string, parameters: readonly Parameter[]) => string[]
}

/** Formats the parameters of one route after the other. Those that an earlier route has are not repeated. */
function createParameters(): Parameters {
  const earlier = new Map<string, string>()
  return {
    format(title, parameters) {
      if (parameters.length === 0) return []
      const list = parameters.map(formatParameter).join('\n')
      const same = earlier.get(list)
      if (same !== undefined) return [`**Parameters:** as for [${same}](#${anchorOf(same)})`]
      earlier.set(list, title)
      return ['**Parameters:**', list]
    },
  }
}

/** The introduction says how lists are written. */
const HOW_LISTS_ARE_WRITTEN = / For several values, repeat the parameter, .+/

function formatParameter({ name, description, schema }: Parameter): string {
  const kind = schema.type === 'array' ? ' (list)' : ''
  return `- \`${name}\`${kind}: ${description.replace(HOW_LISTS_ARE_WRITTEN, '')}`
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')
}

function formatExample({ url, header, body }: Example): string {
  return `\`\`\`text\ncurl -H '${header}' 'http://localhost:3000${url}'\n\`\`\`\n\n\`\`\`json\n${body}\n\`\`\``
}
