/** Fonts are packages, too: the style sheets of the pages name them. */
const fontsIn = (css) =>
  css
    .match(/(?<=@import )"@fontsource.+"/g)
    ?.map((name) => `import ${name}`)
    .join('\n') ?? ''

/** Finds files, exports and packages that nothing uses. Entries that end in `!` are what is shipped. */
export default {
  entry: [
    'src/pages/browser/{board/board,board/service-worker,fleet/fleet,menus/menus,stock/stock,tv/tv,shared/suitable-board}.ts!',
    'src/pages/browser/**/*.css!',
    // Named in a text, in the options of a process or of a program.
    'src/changes/menus/menu-writer-thread.ts!',
    'bench/{run,soak/run,overload/run,load/autocannon-process,servers/*,figures/*}.ts',
    'test/**/*.test.ts',
    'test/{fuzz,mutation}/run.ts',
    'examples/*.{js,tsx}',
  ],
  project: ['src/**/*.{ts,css}!', '*.js', '{bench,test}/**/*.{ts,mjs}', 'examples/*'],
  compilers: { css: fontsIn },
}
