import { currentKey } from '../../browser/key.ts'
import guides from './guides.json'
import introduction from './introduction.md'

/** The reader of OpenAPI, which is a script of its own. */
declare const Scalar: { readonly createApiReference: (selector: string, configuration: object) => unknown }

/** The service may have a path in front of all of its addresses. */
const root = new URL('../../', import.meta.url)

async function show(): Promise<void> {
  const key = currentKey()
  const description = await (await fetch(new URL('openapi.json', root))).json()
  const links = Object.entries(guides).map(([name, { title }]) => `- [${title}](${root}docs/${name})`)
  description.info.description = introduction
    .replace('{{guides}}', links.join('\n'))
    .replaceAll('{{root}}', root.href)
  Scalar.createApiReference('#reference', {
    content: description,
    servers: [{ url: root.href.replace(/\/$/, '') }],
    authentication: {
      preferredSecurityScheme: ['bearer', 'apiKey'],
      securitySchemes: {
        bearer: { token: key },
        apiKey: { name: 'X-API-Key', in: 'header', value: key },
      },
    },
    hideDarkModeToggle: true,
    documentDownloadType: 'none',
    // Nothing may be loaded from other servers, or sent to them.
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  })
}

show()
