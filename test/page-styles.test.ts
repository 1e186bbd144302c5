import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const folder = fileURLToPath(new URL('../src/pages/browser/', import.meta.url))
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
const contentOf = (file: string) => readFileSync(`${folder}${file}`, 'utf8')
const markupAndScripts = files.filter((file) => /\.(html|ts)$/.test(file)).map(contentOf)

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
  test.each(files.filter((file) => file.endsWith('.css')))('%s styles only what a page contains', (file) => {
    const unused = namesIn(contentOf(file)).filter(
      (name) => !markupAndScripts.some((text) => text.includes(name)),
    )
    expect(unused).toEqual([])
  })

  test('are searched for classes, ids and attribute values', () => {
    expect(namesIn('.level-2 > [data-part="x"], #id { color: #fff } /* .no {} */')).toEqual([
      'level-',
      'x',
      'id',
    ])
  })
})
