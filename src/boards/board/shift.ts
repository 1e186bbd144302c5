/** How long the page stays in one position. */
export const SHIFT_MS = 5 * 60_000
/** 2 px of 1080. The safe area leaves room for it. */
const STEP_SHARE = 1 / 540
/** A square of three by three positions, each beside the one before it. */
const PATTERN = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
] as const

/** Moves the page a little every five minutes, so that no edge stays long enough to burn into a screen. */
export function shiftPage(): void {
  const [x, y] = PATTERN[Math.floor(performance.now() / SHIFT_MS) % PATTERN.length] ?? [0, 0]
  const stepPx = Math.round(Math.min(innerWidth, innerHeight) * STEP_SHARE)
  document.body.style.transform = x === 0 && y === 0 ? '' : `translate(${x * stepPx}px, ${y * stepPx}px)`
}
