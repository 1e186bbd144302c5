import { readFileSync } from 'node:fs'
import { minVersion, satisfies } from 'semver'
import { expect, test } from 'vitest'

interface Installed {
  readonly engines?: { readonly node?: string }
}

const read = (name: string) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'))

test('every package that npm ci installs runs on the oldest Node that the service supports', () => {
  const oldest = minVersion(read('package.json').engines.node)?.version ?? ''
  const packages = Object.entries<Installed>(read('package-lock.json').packages)
  const tooNew = packages.filter(([, { engines }]) => !satisfies(oldest, engines?.node ?? '*'))
  expect(tooNew.map(([name]) => name)).toEqual([])
})
