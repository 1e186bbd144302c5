import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Workload } from '../workloads.ts'

/** Creates a function that writes the requests of a workload to a file once, and returns the path of the file. */
export function requestFiles(folder: string): (workload: Workload) => string {
  const files = new Map<readonly string[], string>()
  return ({ paths, keys }) => {
    let file = files.get(paths)
    if (file === undefined) {
      file = join(folder, `requests-${files.size}.txt`)
      files.set(paths, file)
      const lines = keys ? paths.map((path, index) => `${path}\t${keys[index]}`) : paths
      writeFileSync(file, lines.join('\n'))
    }
    return file
  }
}
