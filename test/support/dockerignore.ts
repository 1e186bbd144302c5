/**
 * Whether a `.dockerignore` keeps a path out of the build, by Docker's rules: each line is a pattern for a path or a folder
 * above it, `!` takes out what an earlier line ignores, and the last line that matches decides.
 */
export function isIgnored(dockerignore: string, path: string): boolean {
  const lines = dockerignore
    .split(/\r?\n/)
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.trim())
  const parts = path.split('/')
  const pathAndFolders = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  const matches = (line: string) => pathAndFolders.some((name) => toRegExp(line).test(name))
  return lines.findLast((line) => line !== '' && matches(line))?.startsWith('!') === false
}

/** `**` stands for any folders, `*` and `?` for characters of one name. */
function toRegExp(line: string): RegExp {
  const pattern = line.replace(/^!\s*/, '').replace(/^(\.?\/)+|\/+$/g, '')
  const source = pattern.replace(/\*\*\/?|\*|\?|\[[^\]]*\]|\\?./g, (part) => {
    if (part === '**/') return '(?:.*/)?'
    if (part === '**') return '.*'
    if (part === '*') return '[^/]*'
    if (part === '?') return '[^/]'
    return part.startsWith('[') && part.endsWith(']') ? part : part.replace(/^\\?(\W)$/, '\\$1')
  })
  return new RegExp(`^${source}$`)
}
