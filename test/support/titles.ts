import { existsSync, readFileSync } from 'node:fs'

const root = new URL('../../', import.meta.url)

/** Whether a file has a test, or a group of tests, with exactly this title. */
export function hasTest(file: string, title: string): boolean {
  const path = new URL(file, root)
  if (!existsSync(path)) return false
  const literal = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(
    `^\\s*(?:(?:test|describe)\\b.*|(?:\\](?: as const)?)?\\)?)\\(?\\s*'${literal}',`,
    'm',
  ).test(readFileSync(path, 'utf8'))
}
