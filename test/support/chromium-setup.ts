import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The WebSocket URL of the Chromium in which pages are tested. */
    chromiumUrl: string
  }
}

/** A build of Chromium without windows: pages open about three times as fast in it. */
const HEADLESS_SHELL = 'chromium-headless-shell'
const NAMES = [HEADLESS_SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const APT = { stdio: 'ignore', timeout: 120_000 } as const
const INSTALL =
  'Install Chromium, or set CHROMIUM_PATH to a Chrome or Chromium: the pages are tested in a real browser.'

/** Starts the Chromium of CHROMIUM_PATH or of the system for all test files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = process.env['CHROMIUM_PATH'] || provideChromium()
  // The sandbox of Chromium does not run as root, which tests in containers often do.
  const server = await chromium.launchServer({ executablePath, args: ['--no-sandbox'] })
  project.provide('chromiumUrl', server.wsEndpoint())
  return () => server.close()
}

/** @returns the path of a Chromium. If there is none, or in CI no fast one, apt installs one. */
function provideChromium(): string {
  const wanted = process.env['CI'] ? [HEADLESS_SHELL] : NAMES
  if (find(wanted) === undefined) install(HEADLESS_SHELL)
  if (find(NAMES) === undefined) install('chromium')
  const path = find(NAMES)
  if (path === undefined) throw new Error(INSTALL)
  return path
}

function find(names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

/** Does nothing where there is no apt, no network or no right to install. */
function install(name: string): void {
  try {
    execFileSync('apt-get', ['update'], APT)
    execFileSync('apt-get', ['install', '--yes', '--no-install-recommends', name], APT)
  } catch {
    // The caller looks for what is installed.
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
