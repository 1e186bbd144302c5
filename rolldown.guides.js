import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Marked } from 'marked'

const FOLDER = 'src/pages/reference'
const GUIDES = JSON.parse(readFileSync(`${FOLDER}/guides.json`, 'utf8'))
const NAMES = Object.fromEntries(Object.entries(GUIDES).map(([name, { file }]) => [basename(file), name]))

/** The fragment of a heading, as on the pages where the repository is read. */
function fragmentOf(text) {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Where a link of a page leads among the guides. The HTTP reference is the page of the routes. */
function addressOf(href) {
  const [path, fragment] = href.split('#')
  if (path === '') return href
  const page = basename(path)
  if (page === 'http.md' || page === 'openapi.json') return '../docs'
  return page in NAMES ? `${NAMES[page]}${fragment ? `#${fragment}` : ''}` : undefined
}

const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${fragmentOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    // Other pages, and other sites, are not part of the service.
    link({ href, tokens }) {
      const address = addressOf(href)
      const text = this.parser.parseInline(tokens)
      return address === undefined ? text : `<a href="${address}">${text}</a>`
    },
    // What can be scrolled must be reachable by the keyboard.
    code: ({ text }) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`,
    image: () => '',
  },
})

/** The guides for developers, as pages that the service itself serves. */
export function guidePages(template) {
  return Object.entries(GUIDES).map(([name, { title, file }]) => {
    const guide = marked.parse(readFileSync(`docs/${file}`, 'utf8'))
    const parts = { title, guide }
    const source = template.replace(/\{\{(title|guide)\}\}/g, (_, part) => parts[part])
    return { fileName: `reference/guide/${name}.html`, source }
  })
}
