import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const source = fileURLToPath(new URL('../src/', import.meta.url))
const files = ['boards', 'browser', 'pages'].flatMap((folder) =>
  readdirSync(`${source}${folder}`, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
)
const contentOf = (file: string) => readFileSync(`${source}${file}`, 'utf8')
const markupAndScripts = files.filter((file) => /\.(html|tsx?)$/.test(file)).map(contentOf)

/** The classes, ids and attribute values in the selectors of a style sheet. A number at the end may be computed. */
function namesIn(css: string): string[] {
  const selectors = Array.from(
    css.replaceAll(/\/\*.*?\*\/|@import [^;]*/gs, '').matchAll(/([^{}]+)\{/g),
    ([, text]) => text,
  )
  const names = selectors.join(' ').matchAll(/[.#]([a-z][\w-]*)|="([^"]+)"/gi)
  return Array.from(names, ([, name, value]) => (name ?? value ?? '').replace(/\d+$/, ''))
}

describe('the style sheets of the pages', () => {
  // The reader of OpenAPI is a package, whose markup is not here.
  const own = files.filter((file) => file.endsWith('.css') && !file.endsWith('/scalar.css'))
  test.each(own)('%s styles only what a page contains', (file) => {
    const unused = namesIn(contentOf(file)).filter(
      (name) => !markupAndScripts.some((text) => text.includes(name)),
    )
    expect(unused).toEqual([])
  })

  test('differ between the colour schemes in colours only, so most checks of a page need one of them', () => {
    const texts = files.filter((file) => /\.(css|html|tsx?)$/.test(file)).map(contentOf)
    const dark = texts.flatMap((text) =>
      Array.from(
        text.matchAll(/@media \(prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}\s*\}/g),
        ([, rules]) => rules ?? '',
      ),
    )
    expect(dark).toHaveLength(texts.join('').split(/prefers-color-scheme|light-dark\(/).length - 1)
    const declarations = dark.flatMap((rules) => rules.split(';').map((rule) => rule.trim()))
    expect(declarations.length).toBeGreaterThan(10)
    for (const one of declarations) expect(one).toMatch(/^(--[\w-]+: #[\da-f]{6}|--shadow: .*|)$/)
  })

  test('are each imported by the style sheet of a page, or that of a look, since others are not part of the build', () => {
    const isEntry = (file: string) => /(^|\/)index\.css$|\/looks\/(?!scripts)/.test(file)
    const imported = files
      .filter((file) => file.endsWith('.css'))
      .flatMap((file) =>
        Array.from(contentOf(file).matchAll(/@import "(\..+)";/g), ([, name = '']) =>
          join(dirname(file), name),
        ),
      )
    const others = files.filter((file) => file.endsWith('.css') && !isEntry(file))
    expect(new Set(imported)).toEqual(new Set(others))
  })

  test('are searched for classes, ids and attribute values', () => {
    expect(namesIn('.level-2 > [data-part="x"], #id { color: #fff } /* .no {} */')).toEqual([
      'level-',
      'x',
      'id',
    ])
  })
})
