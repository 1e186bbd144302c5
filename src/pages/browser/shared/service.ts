/** The base path of the device API, such as `/api`, or an empty string. */
export const deviceBasePath = metaContent('device-base-path')
/** The base path of the menu API, or an empty string. */
export const menuBasePath = metaContent('menu-base-path')

function metaContent(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}
