import { metaContent, ROOT } from './root.ts'

/** An interface of the service: where it is, and how a key is sent to it. */
export interface ApiInterface {
  /** Its address, relative to this page, such as `../api`. */
  readonly basePath: string
  /** The authentication scheme that its response to an invalid key asks for. */
  readonly scheme: string
  readonly headersFor: (key: string) => Readonly<Record<string, string>>
}

export const DEVICE_API: ApiInterface = {
  basePath: ROOT + metaContent('device-base-path'),
  scheme: 'Bearer',
  headersFor: (key) => ({ Authorization: `Bearer ${key}` }),
}

export const MENU_API: ApiInterface = {
  basePath: ROOT + metaContent('menu-base-path'),
  scheme: 'ApiKey',
  headersFor: (key) => ({ 'X-API-Key': key }),
}
