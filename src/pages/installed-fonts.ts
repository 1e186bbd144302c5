import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** The fonts of these languages are too large to ship. Operators may install the packages beside the service. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  ja: ['@fontsource-variable/noto-sans-jp', '@fontsource/dela-gothic-one'],
  ko: ['@fontsource-variable/noto-sans-kr'],
  'zh-Hans': ['@fontsource-variable/noto-sans-sc'],
  'zh-Hant': ['@fontsource-variable/noto-sans-tc'],
}
const FOLDER = 'board/fonts/'
const IN_FONT_FOLDER = /^board\/fonts\/([\w.-]+)\/([\w-]+\.woff2)$/

/** A font package that is installed beside the service. */
interface FontPackage {
  readonly path: string
  /** The folder of its files in their addresses. It contains the version, so that browsers can cache them forever. */
  readonly folder: string
}

/** The fonts of East Asian languages that are installed beside the service. */
export interface InstalledFonts {
  /** Returns the name of the style sheet with the fonts of a locale; undefined if none are installed. */
  readonly styleSheetFor: (locale: string) => string | undefined
  readonly readStyleSheet: (name: string) => Promise<Buffer> | undefined
  /** Reads a file of a font. Returns undefined if there is no such file. */
  readonly readFont: (name: string) => Promise<Buffer> | undefined
}

/** Packages are looked for when a board first needs them, so that they do not slow down the start. */
export function createInstalledFonts(): InstalledFonts {
  const known = new Map<string, readonly FontPackage[]>()

  function packagesFor(language: string): readonly FontPackage[] {
    const names = PACKAGES[language]
    // A client can name any language, so only languages with packages are kept.
    if (names === undefined) return []
    const found = known.get(language) ?? names.flatMap(findPackage)
    known.set(language, found)
    return found
  }

  return {
    styleSheetFor: (locale) => {
      const language = languageOf(locale)
      return packagesFor(language).length > 0 ? `${FOLDER}${language}.css` : undefined
    },
    readStyleSheet: (name) => {
      const language = Object.keys(PACKAGES).find((one) => name === `${FOLDER}${one}.css`)
      const packages = language === undefined ? [] : packagesFor(language)
      return packages.length > 0 ? readStyleSheets(packages) : undefined
    },
    readFont: (name) => {
      const [, folder, file = ''] = IN_FONT_FOLDER.exec(name) ?? []
      const installed = Object.keys(PACKAGES).flatMap(packagesFor)
      const found = installed.find((one) => one.folder === folder)
      return found && readFile(join(found.path, 'files', file))
    },
  }
}

/** Returns the language, with the script for Chinese, whose characters depend on it. */
function languageOf(locale: string): string {
  try {
    const { language, script } = new Intl.Locale(locale).maximize()
    return language === 'zh' ? `${language}-${script}` : language
  } catch {
    return ''
  }
}

function findPackage(name: string): FontPackage[] {
  try {
    const path = dirname(createRequire(import.meta.url).resolve(name))
    const { version }: { version: string } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
    return [{ path, folder: `${basename(name)}-${version}` }]
  } catch {
    return []
  }
}

async function readStyleSheets(packages: readonly FontPackage[]): Promise<Buffer> {
  const sheets = packages.map(async ({ path, folder }) => {
    const text = await readFile(join(path, 'index.css'), 'utf8')
    return withAddresses(text, folder)
  })
  return Buffer.from((await Promise.all(sheets)).join(''))
}

/**
 * Rewrites the style sheet of a package as the build rewrites those of the looks (`rolldown.fonts.js`). Its addresses become those
 * of this service. Text waits for its font instead of appearing in another. A font of one weight is declared for bolder weights
 * too, so that browsers do not make bold letters of it.
 */
function withAddresses(text: string, folder: string): string {
  const source = `  src: url(${folder}/$1) format('woff2');`
  return text
    .replaceAll(/\/\*[^*\n]*\*\/\n/g, '')
    .split('\n')
    .map((line) => line.replace(/^ *src: url\(\.\/files\/([\w-]+\.woff2)\).*;/, source))
    .join('\n')
    .replaceAll('font-display: swap', 'font-display: block')
    .replaceAll('font-weight: 400;', 'font-weight: 400 900;')
}
