import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from './support/database.ts'
import { group, item, KEY, menu, menusDocument } from './support/documents.ts'
import { codeBlock } from './support/markdown.ts'
import { shell } from './support/process.ts'
import { startService } from './support/service.ts'
import { findProgram, install } from './support/system-program.ts'

if (findProgram(['jq']) === undefined) install('jq')

const script = codeBlock('docs/how-to/compare-two-services.md', ({ code }) => code.startsWith('#!/bin/bash'))
const addressOf = async (price: number) => {
  const groups = [group('Soups', { items: [item('Leek', { price })] })]
  return (await startService(menusDocument(menu('lunch', { groups })))).address()
}

test('the script of the guide prints what differs between two services, and nothing else', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'key.txt'), `X-API-Key: ${KEY}\n`)
  const [old, same, other] = [await addressOf(4.5), await addressOf(4.5), await addressOf(4.75)]
  const compareWith = (address: string) => {
    const file = script.replace('https://old.example', old).replace('http://127.0.0.1:3000', address)
    writeFileSync(join(folder, 'compare.sh'), file)
    return shell(`cd ${folder} && bash compare.sh`)
  }
  const paths = Array.from(script.matchAll(/\/v1\/[^\s;']+/g), ([path]) => path)
  expect(await compareWith(same)).toMatchObject({ stdout: `${paths.join('\n')}\n`, stderr: '' })
  const { stdout, stderr } = await compareWith(other)
  expect(stderr).toBe('')
  expect([...new Set(stdout.match(/^[-+] .*/gm))]).toEqual([
    expect.stringMatching(/^- +"price": 4\.5,?$/),
    expect.stringMatching(/^\+ +"price": 4\.75,?$/),
  ])
})
