import { expect, test } from 'vitest'
import { signage } from './support/commands.ts'
import { newDatabaseUrl } from './support/database.ts'
import { group, item, KEY, menu } from './support/documents.ts'
import { readPage } from './support/markdown.ts'

const before = {
  users: [{ id: 'ops', name: 'Operations' }],
  menus: [
    menu('lunch', {
      groups: [
        group('Hot', { groups: [group('Soups', { items: [item('Broth', { items: [item('Large')] })] })] }),
      ],
    }),
    menu('dinner', { groups: [group('Mains', { items: [item('Stew'), item('Pie')] })] }),
  ],
  apiKeys: [{ key: KEY, name: 'Boards', user: 'ops', scopes: [], menus: ['lunch'] }],
}
const after = {
  users: [{ id: 'ops', name: 'Office' }],
  menus: [
    menu('dinner', {
      groups: [group('Mains', { items: [item('Stew', { price: 9, items: [item('Small')] })] })],
    }),
    menu('brunch'),
  ],
}

/** The names in a list of the page. */
function documented(heading: string): string[] {
  const section = readPage('docs/how-to/import-safely.md')
    .split(/^#+ /m)
    .find((part) => part.startsWith(heading))
  return Array.from((section ?? '').matchAll(/^- `(\w+)`: /gm), ([, name = '']) => name)
}

test('the reference has all fields of the differences that the command prints, and no others', async () => {
  const environment = { DATABASE_URL: await newDatabaseUrl() }
  const run = (args: string[], content: unknown) =>
    signage(args, { environment, input: JSON.stringify(content) })
  expect((await run(['import', '-'], before)).code).toBe(0)
  const { stdout } = await run(['diff', '--json', '--prune', '-'], after)
  const printed = JSON.parse(stdout)
  const namesIn = (objects: object[]) => [...new Set(objects.flatMap((object) => Object.keys(object)))].sort()
  const changes: { fields?: object[] }[] = printed.changes
  expect(documented('Differences as JSON')).toEqual(Object.keys(printed))
  expect(documented('A change').sort()).toEqual(namesIn(changes))
  expect(documented('A member of').sort()).toEqual(namesIn(changes.flatMap(({ fields = [] }) => fields)))
  const kinds = Object.keys(printed.counts).map((kind) => `\`${kind}\``)
  const page = readPage('docs/how-to/import-safely.md')
  expect(page).toContain(`- \`kind\`: ${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}\n`)
  const actions = Object.keys(printed.counts.item).map((action) => `\`${action}\``)
  expect(page).toContain(`- \`action\`: ${actions.slice(0, -1).join(', ')} or ${actions.at(-1)}\n`)
})
