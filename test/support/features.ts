/** What style sheets may contain, and the version of Chromium that understands it first (MDN, browser-compat-data). */
const FIRST_CHROMIUM: readonly (readonly [name: string, version: number, found: RegExp])[] = [
  ['grid', 57, /^display: *(?:inline-)?grid|^grid-/],
  ['logical properties', 69, /^(?:margin|padding|border)-(?:inline|block)-(?:start|end)/],
  ['logical sizes', 57, /^(?:(?:min|max)-)?(?:inline|block)-size:/],
  ['clip-path', 55, /^clip-path:/],
  ['place-self', 59, /^place-/],
  ['colours with spaces', 65, /(?:rgb|hsl)a?\(\s*[\d.]+%?\s+/],
  ['font-display', 60, /^font-display:/],
  ['min(), max() and clamp()', 79, /[\s(:](?:min|max|clamp)\(/],
  ['overflow-wrap: anywhere', 80, /^overflow-wrap: *anywhere/],
  ['color-scheme', 81, /^color-scheme:/],
  ['gap', 84, /^(?:row-|column-)?gap:/],
  ['appearance', 84, /^appearance:/],
  [':focus-visible', 86, /:focus-visible/],
  ['inset', 87, /^inset(?:-inline|-block)?(?:-start|-end)?:/],
  ['logical shorthands', 87, /^(?:margin|padding|border)-(?:inline|block)(?:-width|-style|-color)?:/],
  ['text-underline-offset', 87, /^text-underline-offset:/],
  ['aspect-ratio', 88, /^aspect-ratio:/],
  [':is(), :where() and lists in :not()', 88, /:(?:is|where)\(|:not\([^)]*,/],
  ['text-decoration-thickness', 89, /^text-decoration-thickness:/],
  ['logical radii', 89, /^border-(?:start|end)-(?:start|end)-radius:/],
  ['overflow: clip', 90, /^overflow(?:-x|-y)?: *clip/],
  ['size-adjust', 92, /^(?:size-adjust|ascent-override|descent-override):/],
  ['accent-color', 93, /^accent-color:/],
  ['scrollbar-gutter', 94, /^scrollbar-gutter:/],
  ['@layer', 99, /^@layer/],
  ['translate, rotate and scale', 104, /^(?:translate|rotate|scale):/],
  ['ranges of media', 104, /^@media[^{]*[<>]/],
  ['@container', 105, /^@container|^container(?:-type|-name)?:/],
  [':has()', 105, /:has\(/],
  ['dynamic viewport units', 108, /[\d.](?:[dsl]v(?:h|w|min|max|i|b))\b/],
  ['lh', 109, /[\d.]r?lh\b/],
  ['color-mix() and oklch()', 111, /(?:color-mix|oklch|oklab|lch|lab|color)\(/],
  ['hyphenate-*', 106, /^hyphenate-/],
  ['units of capitals and ideographs', 106, /[\d.](?:r?cap|r?ic|rch|rex)\b/],
  [':dir() and :autofill', 110, /:(?:dir\(|autofill\b)/],
  ['functions of numbers', 111, /[\s(:](?:round|mod|rem|sin|cos|tan|abs|sign|pow|sqrt|hypot|exp|log)\(/],
  ['nesting', 112, /(?:^|\s)&/],
  ['linear()', 113, /[\s:]linear\(/],
  ['image-set()', 113, /[\s:]image-set\(/],
  ['text-wrap', 114, /^text-wrap(?:-style)?:/],
  ['subgrid', 117, /subgrid/],
  ['@scope and @starting-style', 117, /^@(?:scope|starting-style)/],
  ['logical floats', 118, /^(?:float|clear): *inline-/],
  ['mask', 120, /^mask(?:-[a-z]+)?:/],
  ['light-dark()', 123, /light-dark\(/],
  ['field-sizing', 123, /^field-sizing:/],
]

/** What a script may call, and the version of Chromium that has it first. */
const FIRST_CALLS: readonly (readonly [name: string, version: number, found: RegExp])[] = [
  // The query of an address has had `append` for longer.
  [
    'append, prepend, before, after, replaceWith',
    54,
    /(?<!query)\.(?:append|prepend|before|after|replaceWith)\(/,
  ],
  ['Object.entries and values', 54, /Object\.(?:entries|values)\(/],
  ['padStart and padEnd', 57, /\.pad(?:Start|End)\(/],
  ['formatToParts', 64, /\.formatToParts\b/],
  ['ResizeObserver', 64, /\bResizeObserver\b/],
  ['AbortController', 66, /\bAbort(?:Controller|Signal)\b/],
  ['flat and flatMap', 69, /\.flat(?:Map)?\(/],
  ['globalThis', 71, /\bglobalThis\b/],
  ['Object.fromEntries', 73, /Object\.fromEntries\(/],
  ['matchAll', 73, /\.matchAll\(/],
  ['finally', 63, /\.finally\(/],
  ['toggleAttribute', 69, /\.toggleAttribute\(/],
  ['queueMicrotask', 71, /\bqueueMicrotask\(/],
  ['Intl.Locale', 74, /new Intl\.Locale\b/],
  ['allSettled', 76, /\.allSettled\(/],
  ['WeakRef', 84, /\bWeakRef\b/],
  ['replaceAll', 85, /\.replaceAll\(/],
  ['replaceChildren', 86, /\.replaceChildren\(/],
  // A script that asks whether there is one can do without it.
  ['Intl.Segmenter', 87, /^(?!.*!Intl\.Segmenter).*\bIntl\.Segmenter\b/s],
  ['at', 92, /\.at\(/],
  ['randomUUID', 92, /\.randomUUID\(/],
  ['Object.hasOwn', 93, /Object\.hasOwn\(/],
  ['causes of errors', 93, /\{\s*cause\b/],
  ['scheduler', 94, /\bscheduler\./],
  ['findLast', 97, /\.findLast(?:Index)?\(/],
  ['structuredClone', 98, /\bstructuredClone\(/],
  ['showPicker, inert', 102, /\.showPicker\(|\.inert\b/],
  ['AbortSignal.timeout and any', 103, /AbortSignal\.(?:timeout|any)\(/],
  ['checkVisibility', 105, /\.checkVisibility\(/],
  ['formatRange', 106, /\.formatRange(?:ToParts)?\(/],
  ['toSorted, toReversed, toSpliced, with', 110, /\.(?:toSorted|toReversed|toSpliced|with)\(/],
  ['groupBy', 117, /\.groupBy\(/],
  ['withResolvers', 119, /\.withResolvers\(/],
  ['URL.canParse', 120, /\.canParse\(/],
  ['fromAsync', 121, /\.fromAsync\(/],
  ['methods of sets', 122, /\.(?:symmetricDifference|is(?:SubsetOf|SupersetOf|DisjointFrom))\(/],
]

/** Returns what in a style sheet a version of Chromium does not understand, outside `@supports`. */
export function newerStyles(css: string, chromium: number): string[] {
  const rules = withoutSupports(css.replaceAll(/\/\*.*?\*\//gs, ''))
  const parts = rules.split(/[{};]/).map((part) => part.trim().replace(/\s+/g, ' '))
  const newer = FIRST_CHROMIUM.filter(([, version]) => version > chromium)
  return parts.flatMap((part) => newer.flatMap(([name, , found]) => (found.test(part) ? [name] : [])))
}

/** Returns which functions of a script a version of Chromium does not have. */
export function newerCalls(script: string, chromium: number): string[] {
  const newer = FIRST_CALLS.filter(([, version]) => version > chromium)
  return newer.flatMap(([name, , found]) => (found.test(script) ? [name] : []))
}

/** Removes the rules of `@supports`, which old browsers skip. */
function withoutSupports(css: string): string {
  const start = css.indexOf('@supports')
  if (start < 0) return css
  let depth = 0
  for (let end = css.indexOf('{', start); end < css.length; end++) {
    if (css[end] === '{') depth++
    if (css[end] === '}' && --depth === 0) return css.slice(0, start) + withoutSupports(css.slice(end + 1))
  }
  return css.slice(0, start)
}
