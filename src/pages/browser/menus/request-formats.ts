/** A format of a request, such as a curl command. */
export interface RequestFormat {
  readonly name: string
  readonly write: (url: string, key: string) => string
}

export const REQUEST_FORMATS: readonly RequestFormat[] = [
  { name: 'URL', write: (url) => url },
  { name: 'curl', write: (url, key) => `curl --compressed -H ${quoted(`X-API-Key: ${key}`)} ${quoted(url)}` },
  {
    name: 'fetch',
    write: (url, key) =>
      `const response = await fetch(${JSON.stringify(url)}, {\n` +
      `  headers: { 'X-API-Key': ${JSON.stringify(key)} },\n` +
      '})\n' +
      'const { groups } = await response.json()',
  },
]

/** Quotes any text as one word for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
