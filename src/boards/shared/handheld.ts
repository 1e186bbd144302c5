/** The shorter side of a phone has less than this. Every television has more. */
const MAX_HANDHELD_PX = 500
/** Whether the device is a phone. A small window on a large screen is none. */
export function isHandheld(): boolean {
  // A frame may be larger than the phone that shows it, because it may be the preview of a television.
  const shorterSide = Math.max(Math.min(screen.width, screen.height), Math.min(innerWidth, innerHeight))
  return shorterSide < MAX_HANDHELD_PX
}
