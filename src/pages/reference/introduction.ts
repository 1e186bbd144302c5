import guides from './guides.json'

/** The text before the routes, as Markdown. Its headings are chapters of the page. @param root the address of the service */
export function introduction(root: URL): string {
  const guide = (name: keyof typeof guides, text: string) => `[${text}](${new URL(`docs/${name}`, root)})`
  const links = Object.entries(guides).map(
    ([name, { title }]) => `- [${title}](${new URL(`docs/${name}`, root)})`,
  )
  return `Read the state of screens and the menus that they show, follow both as they change, and change them, from your own program.
Enter a key below, or open this page with \`#key=KEY\` at the end of its address, and try each request here.
Programs read the [OpenAPI description](${new URL('openapi.json', root)}).

# Authentication

Routes below \`/v1\` need the header \`X-API-Key: KEY\`, all others \`Authorization: Bearer KEY\`.
A key reads the menus that it names, and needs a scope for the rest. What it may not read behaves as if it did not exist:

\`\`\`sh
signage keys create --user USER --name "My program" --scope device:read --menu MENU
\`\`\`

# Errors

Every error is \`{ "message": "…" }\`: one plain sentence that says what is wrong. The status tells programs what to do:
400 and 404 need another request, 401 another key, 403 another scope. 429 and 503 may be sent again after the seconds in \`Retry-After\`.

# Paging

\`/devices\` and \`/v1/groups\` have numbered pages, from 1: \`page\`, and \`page_size\` or \`pageSize\`. Without \`page\`, \`/v1/groups\` sends all groups.
\`/fleet\` sends \`next\`, which is the \`cursor\` of the page after it, and null on the last one.

# Limits

Messages name the limit that a request exceeds. URLs, headers and bodies have a largest size, and keys may have a number of requests per minute, which
whoever runs the service sets. ${guide('guarantees', 'What you can rely on')}, and what not.

# Freshness

A committed change is in the next response. Responses to \`/v1\` and \`/fleet\` have an \`ETag\`: send it as \`If-None-Match\`, and get 304 without a body
until the response changes. Or follow ${guide('events', 'a stream of changes')}.

# Guides

${links.join('\n')}`
}
