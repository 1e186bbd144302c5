import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the Chromium in which pages are tested. */
    chromiumPath: string
  }
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const INSTALL =
  'Install Chromium, or set CHROMIUM_PATH to a Chrome or Chromium: the pages are tested in a real browser.'

/** Finds the Chromium of CHROMIUM_PATH or of the system, or installs one if apt can. */
export default function setup(project: TestProject): void {
  project.provide('chromiumPath', process.env['CHROMIUM_PATH'] || findChromium() || installChromium())
}

function findChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable)
}

function installChromium(): string {
  try {
    execFileSync('apt-get', ['update'], { stdio: 'ignore' })
    execFileSync('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'], { stdio: 'ignore' })
  } catch (error) {
    throw new Error(INSTALL, { cause: error })
  }
  const installed = findChromium()
  if (installed === undefined) throw new Error(INSTALL)
  return installed
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
