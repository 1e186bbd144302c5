import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compress } from '../http/compression.ts'
import type { ContentEncoding } from '../http/content-encodings.ts'
import { contentHashOf } from '../http/entity-tag.ts'
import { inPackage } from '../lib/package.ts'
import type { InstalledFonts } from './installed-fonts.ts'

/** The folder that the build writes the browser files to. */
const FOLDER = fileURLToPath(inPackage('dist/browser/'))

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** A file that browsers load. */
export interface Asset {
  readonly contentType: string
  readonly bodies: Readonly<Record<ContentEncoding, Buffer>>
  readonly contentHash: string
}

/** The files that browsers load, with names such as `board/board.js`. */
export interface Assets {
  readonly names: readonly string[]
  /**
   * Reads the file on first use. Returns undefined if there is no such file.
   * @param values the values of further placeholders in a page
   */
  readonly find: (name: string, values?: Placeholders) => Promise<Asset | undefined>
  /** Reads a font, which is neither compressed nor kept in memory: browsers request each only once. */
  readonly readFont: (name: string) => Promise<Buffer | undefined>
}

/** The values of the `{{name}}` placeholders in pages. */
export type Placeholders = Readonly<Record<string, string>>

export function createAssets(common: Placeholders, installed: InstalledFonts): Assets {
  const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => extname(name) in CONTENT_TYPES)
    .map((name) => name.replaceAll(sep, '/'))
  const assets = new Map<string, Promise<Asset>>()

  function read(name: string, values: Placeholders, cacheKey: string): Promise<Asset> | undefined {
    const body = names.includes(name) ? readFile(`${FOLDER}${name}`) : installed.readStyleSheet(name)
    const reading = body?.then((file) => assetOf(name, file, { ...common, ...values }))
    if (reading === undefined) return undefined
    assets.set(cacheKey, reading)
    reading.catch(() => assets.delete(cacheKey))
    return reading
  }

  return {
    names,
    find: async (name, values = {}) => {
      const cacheKey = [name, ...Object.values(values)].join('\n')
      return assets.get(cacheKey) ?? read(name, values, cacheKey)
    },
    readFont: async (name) =>
      names.includes(name) ? readFile(`${FOLDER}${name}`) : installed.readFont(name)?.catch(() => undefined),
  }
}

async function assetOf(name: string, file: Buffer, values: Placeholders): Promise<Asset> {
  const body = extname(name) === '.html' ? Buffer.from(withValues(file.toString(), values)) : file
  return {
    contentType: CONTENT_TYPES[extname(name)] ?? 'application/octet-stream',
    bodies: { identity: body, br: await compress(body, 'br'), gzip: await compress(body, 'gzip') },
    contentHash: contentHashOf(body),
  }
}

function withValues(page: string, values: Placeholders): string {
  return page.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
}
