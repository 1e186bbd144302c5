import { quoteForShell } from '../../lib/text/quote-for-shell.ts'

/** A format of a request, such as a curl command. */
export interface RequestFormat {
  readonly name: string
  readonly write: (url: string, key: string) => string
}

export const REQUEST_FORMATS: readonly RequestFormat[] = [
  { name: 'URL', write: (url) => url },
  {
    name: 'curl',
    write: (url, key) => `curl --compressed -H ${quoteForShell(`X-API-Key: ${key}`)} ${quoteForShell(url)}`,
  },
  {
    name: 'fetch',
    write: (url, key) =>
      `const response = await fetch(${JSON.stringify(url)}, {\n` +
      `  headers: { 'X-API-Key': ${JSON.stringify(key)} },\n` +
      '})\n' +
      'const { groups } = await response.json()',
  },
]
