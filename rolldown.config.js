import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { transformSync } from '@swc/core'
import { defineConfig } from 'rolldown'
import { fontsOf } from './rolldown.fonts.js'
import { guidePages } from './rolldown.guides.js'

/** Packages that are native, or that most installations never load. They are installed, or asked for, beside the bundle. */
const EXTERNAL =
  /^(better-sqlite3|cli-progress|pino-pretty|undici|@fastify\/swagger|@opentelemetry\/(api|exporter-trace-otlp-http|sdk-trace-node|resources))$/

/** What most commands load: the database, its queries, and what they share. */
const SHARED =
  /\/src\/(auth|commands(?!\/(compare|doctor))|device(?!\/sites)|lib(?!\/http-client)|menu|server\/config|storage|transfer(?!\/(formats|pull)))\/|\/src\/[^/]+\.ts$/

/**
 * Turns the arrow functions that wrap CommonJS modules into function expressions. The V8 of Node 20 compiles a function
 * expression in parentheses at once, but parses an arrow function twice, first only to find its end: this took a tenth of
 * the start of a server. If rolldown changes its wrapper, nothing is replaced, and the start is slower.
 */
const compiledAtOnce = {
  name: 'compiled-at-once',
  renderChunk: (code) => code.replaceAll(/(__commonJSMin\(\()(\([\w, ]*\)) => \{/g, '$1function $2 {'),
}

const command = {
  plugins: [compiledAtOnce],
  input: ['src/cli.ts', 'src/index.ts', 'src/changes/menus/menu-writer-thread.ts'],
  platform: 'node',
  external: EXTERNAL,
  output: {
    dir: 'dist/bundle',
    // Without this, each module that several commands share would be a file, and a command would open dozens at once.
    codeSplitting: { groups: [{ name: 'shared', test: SHARED, minShareCount: 3 }] },
  },
}

/** Licences that must accompany what a browser loads. */
const LEAN_QR_LICENSE = `/*!\n${readFileSync('node_modules/lean-qr/LICENSE', 'utf8')}*/`

/** The reader of OpenAPI of the page for developers, as its package has it, with its licence. */
const READER = 'node_modules/@scalar/fastify-api-reference'
const readerFile = () => {
  const source = `/*!\n${readFileSync(`${READER}/LICENSE`, 'utf8')}*/\n${readFileSync(`${READER}/dist/js/standalone.js`, 'utf8')}`
  return { fileName: 'reference/scalar.js', source }
}

const BROWSER_FILES = 'src/pages/browser'
const SCRIPTS = [
  'board/board',
  'board/service-worker',
  'reference/reference',
  'fleet/fleet',
  'menus/menus',
  'stock/stock',
]

/** Scripts of the page for old televisions, which have no modules. They are plain scripts in ES5. */
const OLD_SCRIPTS = { 'tv/tv': 'tv/tv', 'board/suitable-board': 'shared/suitable-board' }

/** Joins a style sheet with those that it imports, and a page with the parts that it includes. */
function joined(name, onFont) {
  const text = readFileSync(name, 'utf8')
  const part = /^(?:@import "(.+)";| *<!-- include (.+) -->)\n/gm
  return text.replace(part, (_, sheet, html) =>
    sheet?.startsWith('@fontsource') ? onFont(sheet) : joined(join(dirname(name), sheet ?? html), onFont),
  )
}

/** Leaves comments out of a style sheet: the sources have them, and a screen needs none. */
function withoutComments(fileName, text) {
  return fileName.endsWith('.css') ? text.replaceAll(/\/\*.*?\*\/\n?/gs, '') : text
}

/** Marks the link to the page itself in a page. */
function withCurrentPage(text, page) {
  return text.replace(` data-page="${page}"`, ' aria-current="page"').replaceAll(/ data-page="\w+"/g, '')
}

/** Adds the pages, their pictures, one style sheet for each page and for each look of the board, and their fonts. */
const otherFiles = {
  name: 'other-files',
  generateBundle() {
    const emit = (file) => this.emitFile({ type: 'asset', ...file })
    const guide = withCurrentPage(joined(`${BROWSER_FILES}/reference/guide/guide.html`), 'guides')
    ;[readerFile(), ...guidePages(guide)].forEach(emit)
    for (const fileName of readdirSync(BROWSER_FILES, { recursive: true })) {
      if (!/index\.(html|css)$|\.svg$|looks\/(?!scripts)[\w-]+\.css$/.test(fileName)) continue
      const onFont = (request) => {
        const { text, files, license } = fontsOf(request, '../'.repeat(dirname(fileName).split('/').length))
        ;[...files, license].forEach(emit)
        return text
      }
      const text = withoutComments(fileName, joined(join(BROWSER_FILES, fileName), onFont))
      emit({ fileName, source: withCurrentPage(text, dirname(fileName)) })
    }
  },
}

/** One script for each page, because a page of many small files opens slowly. What it imports on demand stays apart. */
const scripts = SCRIPTS.map((name, index) => ({
  input: { [name]: `${BROWSER_FILES}/${name}.ts` },
  plugins: index === 0 ? [otherFiles] : [],
  transform: { target: 'es2021' },
  output: {
    dir: 'dist/browser',
    entryFileNames: '[name].js',
    chunkFileNames: `${dirname(name)}/[name].js`,
    // A screen on a slow line waits for these bytes before it shows anything.
    minify: true,
    // The sources have the comments. A screen needs none but the licences.
    comments: { legal: true, annotation: false, jsdoc: false },
    banner: ({ moduleIds }) => (moduleIds.some((id) => id.includes('lean-qr')) ? LEAN_QR_LICENSE : ''),
  },
}))

/** What a test of old browsers knows by its name: unlike elements, the query of an address has had `append` for long. */
const SAME_NAMES = ['query']

/**
 * Translates scripts to ES5, which rolldown cannot. Functions that old browsers lack are not added. What is spread or
 * destructured must be an array: "loose" leaves out the code for everything else, which is a tenth of the script.
 */
const es5 = {
  name: 'es5',
  generateBundle(_, bundle) {
    const minify = { compress: true, mangle: { reserved: SAME_NAMES } }
    for (const chunk of Object.values(bundle))
      chunk.code = transformSync(chunk.code, {
        isModule: false,
        minify: true,
        jsc: { target: 'es5', loose: true, minify },
      }).code
  },
}

const oldScripts = Object.entries(OLD_SCRIPTS).map(([name, source]) => ({
  input: { [name]: `${BROWSER_FILES}/${source}.ts` },
  plugins: [es5],
  // What another script imports of it is not of use to its page.
  preserveEntrySignatures: false,
  output: {
    dir: 'dist/browser',
    entryFileNames: '[name].js',
    format: 'iife',
  },
}))

// The command last: while it is newer than all sources, "npm run demo" does not build again.
export default defineConfig([...scripts, ...oldScripts, command])
