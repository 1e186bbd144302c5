import type { Mark } from '../container.ts'

/** What the parts of a text look like. */
export type TextMark = Pick<Mark, 'struck' | 'hasSuperscript'>

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
  #isRaised = false
  #struckLength = 0
  #raisedLength = 0

  begin(): void {
    this.text = ''
    this.#isStruck = false
    this.#isRaised = false
    this.#struckLength = 0
    this.#raisedLength = 0
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'r') this.#isStruck = this.#isRaised = false
    else if (name === 'vertAlign') this.#isRaised = attributes['val'] === 'superscript'
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
    if (this.#isRaised) this.#raisedLength += lengthOf(part)
  }

  /** What its parts look like; undefined if all are plain. */
  get mark(): TextMark | undefined {
    if (this.#struckLength === 0 && this.#raisedLength === 0) return undefined
    const length = lengthOf(this.text)
    return {
      ...(this.#struckLength > 0 && { struck: this.#struckLength < length ? 'part' : 'whole' }),
      ...(this.#raisedLength > 0 && this.#raisedLength < length && { hasSuperscript: true }),
    }
  }
}

function lengthOf(text: string): number {
  return text.replace(/\s/gu, '').length
}
