/*
 * Also runs in browsers that know neither modules nor the syntax of 2015, so it is written without that syntax. The tests
 * check the built files.
 */

import { ROOT } from './root.ts'

/** Whether the browser is leaving this page for the board that suits it. */
export var isLeaving = leaveForSuitableBoard()

/**
 * Leads to the board that suits the browser, with the same query and fragment. It checks functions of the browser and never
 * its name, which televisions disguise.
 */
function leaveForSuitableBoard(): boolean {
  var suitable = canRunBoard() ? '/app/board' : '/tv'
  if (location.pathname.replace(/\/$/, '').slice(-suitable.length) === suitable) return false
  location.replace(ROOT + suitable + location.search + location.hash)
  return true
}

/** `replaceAll` came with Chromium 85, and `noModule` says that a browser loads modules. */
function canRunBoard(): boolean {
  return 'replaceAll' in String.prototype && 'noModule' in HTMLScriptElement.prototype
}
