import { spawnSync } from 'node:child_process'
import { temporaryFolder } from './database.ts'
import { findProgram, findUnpacked } from './system-program.ts'

/**
 * Finds promtool, the checker of Prometheus. If the system has none, it is taken out of a package of apt: installing
 * Prometheus would start one.
 * @returns runs it, and tells what it printed and its exit code
 */
export function findPromtool() {
  const path = findProgram(['promtool']) ?? findUnpacked('prometheus', 'usr/bin/promtool', temporaryFolder())
  if (path === undefined) throw new Error('Install promtool: the rules of alerts are tested with a real one.')
  return (args: readonly string[], input = '') => {
    const { status, stdout, stderr } = spawnSync(path, args, { input, encoding: 'utf8' })
    return { exitCode: status, output: stdout + stderr }
  }
}
