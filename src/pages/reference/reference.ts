import { currentKey } from '../../browser/key.ts'
import { introduction } from './introduction.ts'
import { LOOK } from './look.ts'

/** The reader of OpenAPI, which is a script of its own. */
declare const Scalar: { readonly createApiReference: (selector: string, configuration: object) => unknown }

/** The service may have a path in front of all of its addresses. */
const root = new URL('../../', import.meta.url)

async function show(): Promise<void> {
  const key = currentKey()
  const description = await (await fetch(new URL('openapi.json', root))).json()
  description.info.description = introduction(root)
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
    customCss: LOOK,
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
