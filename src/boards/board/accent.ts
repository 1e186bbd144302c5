/** The contrast that texts need (WCAG 2.2, 1.4.3), and the contrast that prices need (1.4.6). */
const CONTRAST = { text: 4.5, price: 7 }
/** How many steps lead from a colour to the colour of the text. */
const STEPS = 50

/** The red, green and blue of a colour, from 0 to 255. */
type Colour = readonly [red: number, green: number, blue: number]

/**
 * Replaces the accent of the look. Areas get the colour as it is, and text on them gets another colour if it needs one. Text in
 * the accent is mixed with the usual colour of text until it has enough contrast.
 */
export function applyAccent({ style }: HTMLElement, accent: string, look: CSSStyleDeclaration): void {
  const [surface, text] = ['--surface', '--text'].map((name) => look.getPropertyValue(name).trim())
  if (surface === undefined || text === undefined) return
  style.setProperty('--fill', accent)
  style.setProperty('--on-fill', textOn(accent, surface))
  style.setProperty('--accent', withContrast(accent, surface, text, CONTRAST.text))
  style.setProperty('--strong-accent', withContrast(accent, surface, text, CONTRAST.price))
}

/** Returns the colour of text on a filled area: the colour of the look if it can be read there, or else black or white. */
function textOn(fill: string, usual: string): string {
  const isReadable = (colour: string) => contrast(parse(colour), parse(fill)) >= CONTRAST.text
  return [usual, '#000000'].find(isReadable) ?? '#ffffff'
}

/**
 * Returns a colour as `#rrggbb` that has at least a contrast to the surface: the given one, or one as near to it
 * as possible.
 */
export function withContrast(colour: string, surface: string, text: string, minContrast: number): string {
  const [from, ground, to] = [parse(colour), parse(surface), parse(text)]
  for (let step = 0; step < STEPS; step++) {
    const mixed = mix(from, to, step / STEPS)
    if (contrast(mixed, ground) >= minContrast) return format(mixed)
  }
  return text
}

function parse(colour: string): Colour {
  const at = (index: number) => Number.parseInt(colour.slice(index, index + 2), 16)
  return [at(1), at(3), at(5)]
}

function format(colour: Colour): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

function mix(from: Colour, to: Colour, share: number): Colour {
  const between = (a: number, b: number) => Math.round(a + (b - a) * share)
  return [between(from[0], to[0]), between(from[1], to[1]), between(from[2], to[2])]
}

/** Returns the contrast of two colours, from 1 to 21 (WCAG 2.2, contrast ratio). */
function contrast(one: Colour, other: Colour): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance([red, green, blue]: Colour): number {
  const linear = (part: number) => (part <= 10.31475 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
