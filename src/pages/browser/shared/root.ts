/** The content of a `meta` element of this page; empty if there is none. */
export function metaContent(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

/** Where the service is, seen from this page and without a slash at its end: a proxy may serve it under a path. */
export const ROOT = metaContent('root')
