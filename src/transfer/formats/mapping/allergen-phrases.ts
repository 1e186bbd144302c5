import { splitOutsideBrackets } from './name-lists.ts'

/* What is written around the names of allergens: `Contains: milk`, `may contain nuts`, `no eggs`. */

/** What is in front of allergens that may be there in traces, and behind them. */
const BEFORE_TRACES = [
  /^traces éventuelles(?=[\s:]|$)[\s:]*/iu,
  /^(?:(?:may|might|can|could)(?: also)? contain|(?:possible )?traces?(?: of)?)(?: traces?)?(?: of)?(?=[\s:]|$)[\s:]*/iu,
  /^(?:kann(?: auch)?(?: spuren)?|spuren)(?: enthalten)?(?=[\s:]|$)[\s:]*/iu,
  /^(?:peut contenir(?: des traces)?|traces)(?=[\s:]|$)[\s:]*/iu,
  /^(?:puede contener(?: trazas)?|trazas|può contenere(?: tracce)?|tracce|pode conter(?: vestígios)?|vestígios)(?=[\s:]|$)[\s:]*/iu,
  /^(?:kan(?: sporen)?|sporen)(?: bevatten)?(?=[\s:]|$)[\s:]*/iu,
]
const BEFORE_CONTENTS =
  /^(?:contains?|containing|with|includes?|allergens?|allergies|enthält|enthaelt|enthalten|mit|allergene|contient|allergènes?|contiene|alérgenos?|allergeni|bevat|allergenen|contém|contem|zawiera)(?=[\s:]|$)[\s:]*/iu
/** Details that say that what they stand beside is not always contained. */
export const OPTIONAL =
  /^(?:optional|option|possible|if |on request|(?:can be )?(?:removed|removable|omitted|left out)|auf wunsch|wahlweise|möglich|abwählbar|sur demande|en option|opcional|facoltativo|optioneel)/iu
const ARTICLE = /^(?:(?:du|des|de la|de|di|von|van)\s|(?:de l|d)['’])\s*/iu
const AFTER_CONTENTS = /\s(?:enthalten|bevatten)$/iu
/** What says that something is not contained. */
export const NEGATED =
  /^(?:no|non|not|never|without|free (?:from|of)|does(?: not|n['’]t)|keine?n?|ohne|sans|pas de|sin|senza|sem|zonder|geen|bez)\s|(?:free|frei|vrij)$/iu
/** A sentence that begins within a list. */
const NEXT_SENTENCE = /\s(?=(?:may|might) contain|contains|kann spuren|traces of)/giu

/** What lists of laws add to a name, which means that things made of it are meant as well: `milk and products thereof`. */
export const DERIVED: ReadonlySet<string> = new Set(
  'products thereof|derivatives|daraus gewonnene erzeugnisse|erzeugnisse daraus|produits dérivés|derivados|derivati'.split(
    '|',
  ),
)

/** Splits `milk may contain nuts` in two. */
export function splitSentences(text: string): readonly string[] {
  return splitOutsideBrackets(text, NEXT_SENTENCE).map((sentence) => sentence.trim())
}

/** What there may be traces of; empty if it is not said, and undefined if the text says nothing of traces. */
export function tracesIn(text: string): string | undefined {
  const before = BEFORE_TRACES.find((words) => words.test(text))
  return before && withoutFrame(text.replace(before, ''))
}

/** What is contained; undefined if the text does not say so in words. */
export function contentsIn(text: string): string | undefined {
  if (!BEFORE_CONTENTS.test(text) && !AFTER_CONTENTS.test(text)) return undefined
  return withoutFrame(text.replace(BEFORE_CONTENTS, ''))
}

/** The name after `du`, `de la` and the like, which stand before names in sentences. */
export function withoutArticle(text: string): string {
  return text.replace(ARTICLE, '')
}

function withoutFrame(text: string): string {
  return withoutArticle(text).replace(AFTER_CONTENTS, '')
}
