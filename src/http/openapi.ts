import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { inPackage } from '../lib/package.ts'
import { CHANGES_TAG } from './change-responses.ts'

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly tags: readonly string[] }>>>>
}

interface Routes {
  readonly deviceBasePath: string
  readonly menuBasePath: string
  readonly allowsChanges: boolean
}

/** Serves `docs/openapi.json`, which a test makes from the schemas of all routes, for the routes of this app. */
export function serveOpenApi(app: FastifyInstance, routes: Routes): void {
  let body: Buffer | undefined
  app.get('/openapi.json', async (_request, reply) => {
    body ??= Buffer.from(JSON.stringify(descriptionFor(routes)))
    return reply.type('application/json; charset=utf-8').send(body)
  })
}

function descriptionFor({ deviceBasePath, menuBasePath, allowsChanges }: Routes): object {
  const { paths, ...rest }: Description = JSON.parse(readFileSync(inPackage('docs/openapi.json'), 'utf8'))
  const served = Object.entries(paths).flatMap(([path, operations]) => {
    const kept = Object.entries(operations).filter(
      ([, { tags }]) => allowsChanges || !CHANGES_TAG.tags.some((tag) => tags.includes(tag)),
    )
    const basePath = path.startsWith('/v1/') ? menuBasePath : deviceBasePath
    return kept.length > 0 ? [[`${basePath}${path}`, Object.fromEntries(kept)]] : []
  })
  return { ...rest, paths: Object.fromEntries(served) }
}
