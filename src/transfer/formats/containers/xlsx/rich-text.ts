import type { Mark } from '../container.ts'

type Attributes = Readonly<Record<string, string>>

/** Whether an element such as `<strike/>` or `<strike val="1"/>` turns something on. */
export function isOn({ val = '1' }: Attributes): boolean {
  return isTrue(val)
}

/** As XML writes yes. LibreOffice writes `true`. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}

/** Joins the runs of a text whose parts have formats of their own. Pronunciations are left out. */
export class RichText {
  text = ''
  #isText = false
  #isPronunciation = false
  #isStruck = false
  #struckLength = 0

  begin(): void {
    this.text = ''
    this.#isStruck = false
    this.#struckLength = 0
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'r') this.#isStruck = false
    else if (name === 'strike') this.#isStruck = isOn(attributes)
    else if (name === 'rPh') this.#isPronunciation = true
    else if (name === 'v' || name === 't') this.#isText = !this.#isPronunciation
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isText = false
    else if (name === 'rPh') this.#isPronunciation = false
  }

  add(part: string): void {
    if (!this.#isText) return
    this.text += part
    if (this.#isStruck) this.#struckLength += lengthOf(part)
  }

  /** How much of it is struck out. Spaces do not count. */
  get struck(): Mark['struck'] {
    if (this.#struckLength === 0) return undefined
    return this.#struckLength < lengthOf(this.text) ? 'part' : 'whole'
  }
}

function lengthOf(text: string): number {
  return text.replace(/\s/gu, '').length
}
