import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { findProgram, install } from './system-program.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The WebSocket URL of the Chromium in which pages are tested. */
    chromiumUrl: string
  }
}

/** A build of Chromium without windows: pages open about three times as fast in it. */
const HEADLESS_SHELL = 'chromium-headless-shell'
const NAMES = [HEADLESS_SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
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
  if (findProgram(wanted) === undefined) install(HEADLESS_SHELL)
  if (findProgram(NAMES) === undefined) install('chromium')
  const path = findProgram(NAMES)
  if (path === undefined) throw new Error(INSTALL)
  return path
}
