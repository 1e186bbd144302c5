const LIMIT_MS = 3_000

/** Returns whether the browser loads fonts. It starts when text that needs them is laid out. */
export function areFontsLoading(): boolean {
  return document.fonts.status === 'loading'
}

/** Resolves once all fonts that are being loaded have arrived, or after three seconds. */
export async function fontsReady(): Promise<void> {
  await Promise.race([document.fonts.ready, new Promise((resolve) => setTimeout(resolve, LIMIT_MS))])
}

/** Calls back whenever fonts have arrived, which changes the size of text. */
export function onFontsLoaded(arrived: () => void): void {
  document.fonts.addEventListener('loadingdone', arrived)
}
