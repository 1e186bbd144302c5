/** The content of a `meta` element of this page; empty if there is none. */
export function metaContent(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

/** The relative address of the service from this page, without a slash at its end. A proxy may serve it under a path. */
export const ROOT = metaContent('root')
