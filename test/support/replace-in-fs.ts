import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Replaces functions of `node:fs` for all modules of this process, to act as a machine that is not this one.
 * @returns a function that puts the original ones back
 */
export function replaceInFs(functions: Partial<Record<keyof typeof fs, unknown>>): () => void {
  const originals = Object.fromEntries(Object.entries(fs).filter(([name]) => name in functions))
  put(functions)
  return () => put(originals)
}

function put(functions: object): void {
  Object.assign(fs, functions)
  syncBuiltinESMExports()
}
