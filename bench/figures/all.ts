import { progress } from '../progress.ts'
import { measureChanges } from './changes.ts'
import { measureCompression } from './compression.ts'
import type { Figure, Setting } from './figure.ts'
import { measureGrowth } from './growth.ts'
import { measureHeartbeats, measureManyHeartbeats } from './heartbeats.ts'
import { measureImport } from './import.ts'
import { measureLargeMenus } from './large-menus.ts'
import { measureLists } from './lists.ts'
import { measureLog } from './log.ts'
import { measureMiss } from './miss.ts'
import { measureNeighbours } from './neighbours.ts'
import { measurePostgres } from './postgres.ts'
import { measureReplacements } from './replacements.ts'
import { measureStart } from './start.ts'
import { measureStreams } from './streams.ts'
import { measureWrites } from './writes.ts'

/** The measurements besides the comparison, by their names on the command line. */
const parts: Readonly<Record<string, (setting: Setting) => Promise<Figure[]>>> = {
  writes: measureWrites,
  changes: measureChanges,
  heartbeats: measureHeartbeats,
  'many-heartbeats': measureManyHeartbeats,
  'large-menus': measureLargeMenus,
  neighbours: measureNeighbours,
  log: measureLog,
  compression: measureCompression,
  miss: measureMiss,
  start: measureStart,
  streams: measureStreams,
  postgres: measurePostgres,
  replacements: measureReplacements,
  growth: measureGrowth,
  lists: measureLists,
  import: measureImport,
}

export const FIGURE_NAMES = Object.keys(parts)

export async function measureFigures(setting: Setting, names: readonly string[]): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, measure] of Object.entries(parts)) {
    if (!names.includes(name)) continue
    progress(`Measuring ${name} …`)
    figures.push(...(await measure(setting).catch((error) => [notMeasured(name, error)])))
  }
  return figures
}

/** A machine that is too slow for one measurement must not lose the results of the others. */
function notMeasured(name: string, error: Error): Figure {
  progress(`${name} was not measured: ${error.message}`)
  return { what: name, target: 'to be measured', measured: `not measured: ${error.message}` }
}
