import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Creates a function that writes each list of paths to a file once, and returns the path of the file. */
export function pathFiles(folder: string): (paths: readonly string[]) => string {
  const files = new Map<readonly string[], string>()
  return (paths) => {
    let file = files.get(paths)
    if (file === undefined) {
      file = join(folder, `paths-${files.size}.txt`)
      files.set(paths, file)
      writeFileSync(file, paths.join('\n'))
    }
    return file
  }
}
