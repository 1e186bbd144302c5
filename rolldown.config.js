import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { transformSync } from '@swc/core'
import { defineConfig } from 'rolldown'
import { fontsOf } from './rolldown.fonts.js'
import { guidePages } from './rolldown.guides.js'

/** Packages that are native, or that most installations never load. They are installed, or asked for, beside the bundle. */
const EXTERNAL = /^(better-sqlite3|pino-pretty|undici)$/

/** What most commands load: the database, its queries, and what they share. */
const SHARED =
  /\/src\/(auth|commands(?!\/doctor)|device(?!\/sites)|lib(?!\/http-client)|menu|config|storage|documents(?!\/pull))\/|\/src\/[^/]+\.ts$/

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
  input: ['src/cli.ts', 'src/index.ts', 'src/menu-changes/menu-writer-thread.ts'],
  platform: 'node',
  // jsonc-parser's other form cannot be bundled.
  resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
  external: EXTERNAL,
  output: {
    dir: 'dist/bundle',
    // Without this, each module that several commands share would be a file, and a command would open dozens at once.
    codeSplitting: { groups: [{ name: 'shared', test: SHARED, minShareCount: 3 }] },
  },
}

/** Packages whose licences must accompany the scripts that contain them. */
const LICENSED = ['lean-qr', 'preact']
const licensesIn = (moduleIds) =>
  LICENSED.filter((name) => moduleIds.some((id) => id.includes(`/node_modules/${name}/`)))
    .map((name) => `/*!\n${readFileSync(`node_modules/${name}/LICENSE`, 'utf8')}*/`)
    .join('\n')

/** The reader of OpenAPI of the page for developers, as its package has it, with its licence. */
const READER = 'node_modules/@scalar/fastify-api-reference'
/** What it shows in an empty field for a key. It looks like a key. */
const PLACEHOLDER = 'QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT'
const readerFile = () => {
  const script = readFileSync(`${READER}/dist/js/standalone.js`, 'utf8').replaceAll(PLACEHOLDER, 'Key')
  const source = `/*!\n${readFileSync(`${READER}/LICENSE`, 'utf8')}*/\n${script}`
  return { fileName: 'reference/scalar.js', source }
}

/** Where the files are that browsers load, and the folder of their addresses. */
const FOLDERS = { 'src/boards': '', 'src/pages': '', 'src/browser': 'shared/' }
const SCRIPTS = ['boards/board/board.ts', 'boards/board/service-worker.ts', 'pages/reference/reference.ts']
/** Scripts that have much in common. */
const PAGES = [
  'pages/fleet/fleet.tsx',
  'pages/front/front.tsx',
  'pages/menus/menus.tsx',
  'pages/stock/stock.tsx',
]

/** Scripts of the page for old televisions, which have no modules. They are plain scripts in ES5. */
const OLD_SCRIPTS = { 'tv/tv': 'boards/tv/tv', 'board/suitable-board': 'browser/suitable-board' }

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

/** The pages, pictures and style sheets, each with its name among the files that browsers load. */
function browserFiles() {
  return Object.entries(FOLDERS).flatMap(([folder, prefix]) =>
    readdirSync(folder, { recursive: true })
      .filter((name) => /index\.(html|css)$|\.svg$|looks\/(?!scripts)[\w-]+\.css$/.test(name))
      .map((name) => [join(folder, name), prefix + name]),
  )
}

/** Adds the pages, their pictures, one style sheet for each page and for each look of the board, and their fonts. */
const otherFiles = {
  name: 'other-files',
  generateBundle() {
    const emit = (file) => this.emitFile({ type: 'asset', ...file })
    const guide = withCurrentPage(joined('src/pages/reference/guide/guide.html'), 'reference')
    ;[readerFile(), ...guidePages(guide)].forEach(emit)
    for (const [source, fileName] of browserFiles()) {
      const onFont = (request) => {
        const { text, files, license } = fontsOf(request, '../'.repeat(dirname(fileName).split('/').length))
        ;[...files, license].forEach(emit)
        return text
      }
      const text = withoutComments(fileName, joined(source, onFont))
      emit({ fileName, source: withCurrentPage(text, dirname(fileName)) })
    }
  },
}

/** The name of a script among the files that browsers load. */
function outputName(source) {
  return source.replace(/^\w+\/|\.\w+$/g, '')
}

/** Bundles scripts. What they import on demand, and what pages have in common, are scripts in a folder of their own. */
function bundle(names, { folder, groups = [] }) {
  return {
    input: Object.fromEntries(names.map((name) => [outputName(name), `src/${name}`])),
    // It says that JSX is for Preact.
    tsconfig: 'src/browser/tsconfig.json',
    transform: { target: 'es2021' },
    moduleTypes: { '.md': 'text' },
    output: {
      dir: 'dist/browser',
      entryFileNames: '[name].js',
      chunkFileNames: `${folder}/[name].js`,
      codeSplitting: { groups },
      // A screen on a slow line waits for these bytes before it shows anything.
      minify: true,
      // The sources have the comments. A screen needs none but the licences.
      comments: { legal: true, annotation: false, jsdoc: false },
      banner: ({ moduleIds }) => licensesIn(moduleIds),
    },
  }
}

/** One script for each page, because a page of many small files opens slowly, and one for all of them, which is loaded once. */
const scripts = [
  ...SCRIPTS.map((name) => bundle([name], { folder: dirname(outputName(name)) })),
  {
    ...bundle(PAGES, { folder: 'shared', groups: [{ name: 'page', minShareCount: 2 }] }),
    plugins: [otherFiles],
  },
]

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
  input: { [name]: `src/${source}.ts` },
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
