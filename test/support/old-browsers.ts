/// <reference lib="dom" />
/** The names of functions that a version of Chromium lacks, by the objects that have them today. */
type Newer = readonly (readonly [owner: string, ...names: string[]])[]

const AFTER_85: Newer = [
  ['Array', 'fromAsync'],
  ['Array.prototype', 'at', 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with'],
  ['String.prototype', 'at', 'isWellFormed', 'toWellFormed'],
  ['Object', 'groupBy', 'hasOwn'],
  ['Promise', 'try', 'withResolvers'],
  ['AbortSignal', 'abort', 'any', 'timeout'],
  ['Intl', 'Segmenter', 'supportedValuesOf'],
  ['Intl.NumberFormat.prototype', 'formatRange', 'formatRangeToParts'],
  ['Intl.Locale.prototype', 'getTextInfo', 'textInfo'],
  ['Element.prototype', 'replaceChildren', 'checkVisibility', 'setHTMLUnsafe'],
  ['Document.prototype', 'replaceChildren', 'startViewTransition'],
  ['DocumentFragment.prototype', 'replaceChildren'],
  ['Crypto.prototype', 'randomUUID'],
  ['window', 'structuredClone', 'scheduler', 'reportError'],
]

const AFTER_53: Newer = [
  ...AFTER_85,
  ['Array.prototype', 'flat', 'flatMap'],
  ['String.prototype', 'replaceAll', 'matchAll', 'padStart', 'padEnd', 'trimStart', 'trimEnd'],
  ['Object', 'entries', 'values', 'fromEntries', 'getOwnPropertyDescriptors'],
  ['Promise', 'allSettled', 'any'],
  ['Promise.prototype', 'finally'],
  ['Intl', 'Locale', 'PluralRules', 'RelativeTimeFormat', 'ListFormat', 'DisplayNames'],
  ['Intl.NumberFormat.prototype', 'formatToParts'],
  ['Element.prototype', 'append', 'prepend', 'before', 'after', 'replaceWith', 'toggleAttribute'],
  ['Document.prototype', 'append', 'prepend'],
  ['DocumentFragment.prototype', 'append', 'prepend'],
  ['HTMLScriptElement.prototype', 'noModule'],
  ['window', 'ResizeObserver', 'WeakRef', 'queueMicrotask', 'AbortController', 'fetch', 'caches'],
]

/** A script that removes the functions of newer browsers. Their syntax and style sheets are checked by other tests. */
export function withoutNewerThan(chromium: 53 | 85): string {
  const newer = JSON.stringify(chromium === 85 ? AFTER_85 : AFTER_53)
  return `(${removeFunctions})(${newer}); (${chromium === 85 ? ignoreSignals : refuseNarrowSymbols})()`
}

function removeFunctions(newer: Newer): void {
  for (const [path, ...names] of newer) {
    const parts = path === 'window' ? [] : path.split('.')
    const owner = parts.reduce<unknown>((object, part) => Reflect.get(Object(object), part), window)
    for (const name of names) Reflect.deleteProperty(Object(owner), name)
  }
}

/** Chromium removes listeners by signal since version 90. */
function ignoreSignals(): void {
  const add = EventTarget.prototype.addEventListener
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const known = typeof options === 'object' ? { ...options } : options
    if (typeof known === 'object') Reflect.deleteProperty(known, 'signal')
    add.call(this, type, listener, known)
  }
}

/** Chromium throws for narrow symbols up to version 76. */
function refuseNarrowSymbols(): void {
  const NumberFormat = Intl.NumberFormat
  Intl.NumberFormat = new Proxy(NumberFormat, {
    construct: (target, [locales, options]) => {
      if (options?.currencyDisplay === 'narrowSymbol') throw new RangeError('narrowSymbol')
      return new target(locales, options)
    },
  })
}
