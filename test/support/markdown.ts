import { readFileSync } from 'node:fs'

const root = new URL('../../', import.meta.url)

/** A fenced code block of a page. */
export interface CodeBlock {
  readonly language: string
  readonly code: string
  /** The heading above it, without the #. */
  readonly heading: string
}

/** The text of a page, by its path in the repository. */
export function readPage(path: string): string {
  return readFileSync(new URL(path, root), 'utf8')
}

export function codeBlocks(path: string): CodeBlock[] {
  const blocks: CodeBlock[] = []
  let heading = ''
  for (const [, title, language = '', code = ''] of readPage(path).matchAll(
    /^#+ (.+)$|^ *```(\w*)\n([\s\S]*?)^ *```$/gm,
  )) {
    if (title === undefined) blocks.push({ language, code, heading })
    else heading = title
  }
  return blocks
}

/** The block of a page that matches. @throws {Error} if there is none */
export function codeBlock(path: string, matches: (block: CodeBlock) => boolean): string {
  const block = codeBlocks(path).find(matches)
  if (block === undefined) throw new Error(`${path} has no matching code block.`)
  return block.code
}

/** The text of a page without its code blocks. */
function prose(path: string): string {
  return readPage(path).replace(/^ *```\w*\n[\s\S]*?^ *```$/gm, '')
}

/** The anchors of the headings of a page, as GitHub makes them. */
export function anchors(path: string): Set<string> {
  const found = new Set<string>()
  for (const [, title = ''] of prose(path).matchAll(/^#+ (.+)$/gm)) {
    const slug = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-')
    let anchor = slug
    for (let number = 1; found.has(anchor); number++) anchor = `${slug}-${number}`
    found.add(anchor)
  }
  return found
}

/** The targets of the links and images of a page. */
export function links(path: string): string[] {
  return Array.from(prose(path).matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']) => target)
}
