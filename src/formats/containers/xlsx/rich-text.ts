import { RAISED_OR_LOWERED_PROBLEM, STRUCK_PROBLEM, symbolFontProblem } from '../cell-problems.ts'
import type { Attributes } from '../xml.ts'

/** Whether an attribute of XML is true. LibreOffice writes `true` instead of `1`. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}

/** The problem of a text whose font, or whose run, has this element; undefined if it is plain. */
export function problemOfFont(element: string, attributes: Attributes): string | undefined {
  const { val = '' } = attributes
  // `<strike/>` turns it on as well as `<strike val="1"/>`.
  if (element === 'strike' && isTrue(val || '1')) return STRUCK_PROBLEM
  if (element === 'vertAlign' && val !== 'baseline') return RAISED_OR_LOWERED_PROBLEM
  const isFont = element === 'rFont' || element === 'name'
  return isFont && /^(?:wingdings|webdings|symbol$|zapf ?dingbats|marlett)/i.test(val)
    ? symbolFontProblem(val)
    : undefined
}

/** Joins the runs of a text whose parts have formats of their own. Pronunciations are left out. */
export class RichText {
  text = ''
  /** The problem of the first part that is not plain. */
  problem: string | undefined
  #isText = false
  #isPronunciation = false
  #problemOfRun: string | undefined

  begin(): void {
    this.text = ''
    this.problem = undefined
    this.#problemOfRun = undefined
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'r') this.#problemOfRun = undefined
    else if (name === 'rPh') this.#isPronunciation = true
    else if (name === 'v' || name === 't') this.#isText = !this.#isPronunciation
    else this.#problemOfRun ??= problemOfFont(name, attributes)
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isText = false
    else if (name === 'rPh') this.#isPronunciation = false
  }

  add(part: string): void {
    if (!this.#isText) return
    this.text += part
    if (part.trim() !== '') this.problem ??= this.#problemOfRun
  }
}
