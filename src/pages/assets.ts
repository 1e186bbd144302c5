import { hash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ContentEncoding, compress } from '../http/compression.ts'

/**
 * The folder that the build writes the browser files to. The relative path is the same from the sources, from
 * the compiled files and from the bundle.
 */
const FOLDER = fileURLToPath(new URL('../../dist/browser/', import.meta.url))

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** A file that browsers load. */
export interface Asset {
  readonly contentType: string
  readonly bodies: Readonly<Record<ContentEncoding, Buffer>>
  readonly tag: string
}

/** The files that browsers load, with names such as `board/board.js`. */
export interface Assets {
  readonly names: readonly string[]
  /** Reads the file on first use. Returns undefined if there is no such file. */
  readonly find: (name: string) => Promise<Asset | undefined>
}

/** @param fill the values of the `{{name}}` placeholders in pages */
export function createAssets(fill: Readonly<Record<string, string>>): Assets {
  const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => extname(name) !== '')
    .map((name) => name.replaceAll(sep, '/'))
  const assets = new Map<string, Promise<Asset>>()

  function read(name: string): Promise<Asset> {
    const reading = readAsset(name, fill).catch((error) => {
      assets.delete(name)
      throw error
    })
    assets.set(name, reading)
    return reading
  }

  return {
    names,
    find: async (name) => assets.get(name) ?? (names.includes(name) ? read(name) : undefined),
  }
}

async function readAsset(name: string, fill: Readonly<Record<string, string>>): Promise<Asset> {
  const file = await readFile(`${FOLDER}${name}`)
  const body = extname(name) === '.html' ? Buffer.from(filled(file.toString(), fill)) : file
  return {
    contentType: CONTENT_TYPES[extname(name)] ?? 'application/octet-stream',
    bodies: { identity: body, br: await compress(body, 'br'), gzip: await compress(body, 'gzip') },
    tag: hash('sha256', body, 'base64url').slice(0, 27),
  }
}

function filled(page: string, fill: Readonly<Record<string, string>>): string {
  return page.replace(/\{\{(\w+)\}\}/g, (_, name: string) => fill[name] ?? '')
}
