import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './database.ts'
import { findProgram, unpack } from './system-program.ts'

/**
 * Finds promtool, the checker of Prometheus. If the system has none, it is taken out of a package of apt: installing
 * Prometheus would start one.
 * @returns runs it, and tells what it printed and its exit code
 */
export function findPromtool() {
  const path = findProgram(['promtool']) ?? unpacked()
  if (path === undefined) throw new Error('Install promtool: the rules of alerts are tested with a real one.')
  return (args: readonly string[], input = '') => {
    const { status, stdout, stderr } = spawnSync(path, args, { input, encoding: 'utf8' })
    return { exitCode: status, output: stdout + stderr }
  }
}

function unpacked(): string | undefined {
  const folder = temporaryFolder()
  unpack('prometheus', folder)
  const path = join(folder, 'usr/bin/promtool')
  return existsSync(path) ? path : undefined
}
