export function looksLikeSquareItems(_rows: readonly (readonly string[])[]): boolean {
  return false
}
