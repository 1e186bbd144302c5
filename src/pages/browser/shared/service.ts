/** Where the device interface is, such as `/api`, or nothing. */
export const deviceBasePath = metaContent('device-base-path')
/** Where the menu interface is. */
export const menuBasePath = metaContent('menu-base-path')

function metaContent(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}
