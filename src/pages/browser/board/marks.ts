/* The marks for allergens and diets. Slugs are data, as in the tags `allergen:milk` and `diet:vegan`; what a mark looks like is not. */

/** The slugs of the allergens in the order of annex II of Regulation (EU) 1169/2011, whose numbers they have, with their letters. */
const ALLERGENS = [
  ['gluten', 'G'],
  ['crustaceans', 'CR'],
  ['eggs', 'E'],
  ['fish', 'F'],
  ['peanuts', 'P'],
  ['soya', 'S'],
  ['milk', 'M'],
  ['nuts', 'N'],
  ['celery', 'C'],
  ['mustard', 'MU'],
  ['sesame', 'SE'],
  ['sulphites', 'SU'],
  ['lupin', 'L'],
  ['molluscs', 'MO'],
] as const
/** The slugs of the diets that have a mark, with their letters. Other diets are not shown. */
const DIETS = [
  ['vegetarian', 'V'],
  ['vegan', 'VG'],
  ['gluten_free', 'GF'],
  ['dairy_free', 'DF'],
  ['halal', 'H'],
  ['kosher', 'K'],
] as const
/** Wheat has a slug of its own because laws of the United States name it, but not gluten. */
const WHEAT = 'wheat'
/** Says that there are no allergens, which is nothing to mark. */
const NO_ALLERGENS = 'none'

/** What the marks mean, in the order of the tables above. */
// biome-ignore format: one line per language
const WORDS: Readonly<Record<string, string>> = {
  ar: 'غلوتين|قشريات|بيض|سمك|فول سوداني|صويا|حليب|مكسرات|كرفس|خردل|سمسم|كبريتيت|ترمس|رخويات|نباتي|نباتي صرف|خالٍ من الغلوتين|خالٍ من الألبان|حلال|كوشر',
  de: 'Gluten|Krebstiere|Eier|Fisch|Erdnüsse|Soja|Milch|Schalenfrüchte|Sellerie|Senf|Sesam|Sulfite|Lupinen|Weichtiere|vegetarisch|vegan|glutenfrei|milchfrei|halal|koscher',
  en: 'gluten|crustaceans|eggs|fish|peanuts|soya|milk|nuts|celery|mustard|sesame|sulphites|lupin|molluscs|vegetarian|vegan|gluten-free|dairy-free|halal|kosher',
  'en-US': 'gluten|crustaceans|eggs|fish|peanuts|soy|milk|tree nuts|celery|mustard|sesame|sulfites|lupin|mollusks|vegetarian|vegan|gluten-free|dairy-free|halal|kosher',
  es: 'gluten|crustáceos|huevos|pescado|cacahuetes|soja|leche|frutos de cáscara|apio|mostaza|sésamo|sulfitos|altramuces|moluscos|vegetariano|vegano|sin gluten|sin lácteos|halal|kosher',
  fr: 'gluten|crustacés|œufs|poisson|arachides|soja|lait|fruits à coque|céleri|moutarde|sésame|sulfites|lupin|mollusques|végétarien|vegan|sans gluten|sans produits laitiers|halal|casher',
  he: 'גלוטן|סרטנאים|ביצים|דגים|בוטנים|סויה|חלב|אגוזים|סלרי|חרדל|שומשום|סולפיטים|תורמוס|רכיכות|צמחוני|טבעוני|ללא גלוטן|ללא מוצרי חלב|חלאל|כשר',
  it: 'glutine|crostacei|uova|pesce|arachidi|soia|latte|frutta a guscio|sedano|senape|sesamo|solfiti|lupini|molluschi|vegetariano|vegano|senza glutine|senza latticini|halal|kosher',
  nl: 'gluten|schaaldieren|eieren|vis|pinda’s|soja|melk|noten|selderij|mosterd|sesam|sulfieten|lupine|weekdieren|vegetarisch|veganistisch|glutenvrij|zuivelvrij|halal|koosjer',
  pt: 'glúten|crustáceos|ovos|peixe|amendoins|soja|leite|frutos de casca rija|aipo|mostarda|sésamo|sulfitos|tremoço|moluscos|vegetariano|vegano|sem glúten|sem laticínios|halal|kosher',
  'pt-BR': 'glúten|crustáceos|ovos|peixe|amendoim|soja|leite|castanhas|aipo|mostarda|gergelim|sulfitos|tremoço|moluscos|vegetariano|vegano|sem glúten|sem laticínios|halal|kosher',
}

export const MARK_STYLES = ['letters', 'numbers', 'none'] as const
export type MarkStyle = (typeof MARK_STYLES)[number]

/** A mark after a name. */
export interface Mark {
  readonly tag: string
  readonly text: string
  /** What the legend says about it; undefined if it is an allergen without a mark, which is written out. */
  readonly meaning: string | undefined
}

/** The marks of a board. */
export interface Marks {
  /** Returns the marks for the tags of an item, each once, in the order of the legend. */
  readonly of: (tags: Iterable<string>) => readonly Mark[]
}

/** Returns the marks in a style, with the meanings in the language of a locale, or in English if they are not known in it. */
export function marksFor(style: MarkStyle, locale: string): Marks {
  const known = style === 'none' ? [] : knownMarks(style, wordsFor(locale))
  const others = style === 'none' ? () => [] : unknownAllergens
  return {
    of: (given) => {
      const tags = new Set(
        Array.from(given, (tag) => (tag === `allergen:${WHEAT}` ? 'allergen:gluten' : tag)),
      )
      return [...known.filter(({ tag }) => tags.has(tag)), ...others([...tags])]
    },
  }
}

/** Diets have no numbers, so they have letters in either style. */
function knownMarks(style: MarkStyle, words: readonly string[]): readonly Mark[] {
  const allergens = ALLERGENS.map(([slug, letters], index) => ({
    tag: `allergen:${slug}`,
    text: style === 'numbers' ? `${index + 1}` : letters,
  }))
  const diets = DIETS.map(([slug, letters]) => ({ tag: `diet:${slug}`, text: letters }))
  return [...allergens, ...diets].map((mark, index) => ({ ...mark, meaning: words[index] }))
}

/** Allergens without a mark are written out: no allergen may be left out. */
function unknownAllergens(tags: readonly string[]): Mark[] {
  return tags
    .filter((tag) => tag.startsWith('allergen:') && !KNOWN_TAGS.has(tag))
    .map((tag) => ({
      tag,
      text: tag.slice('allergen:'.length).replaceAll('_', ' ').trim(),
      meaning: undefined,
    }))
    .filter(({ text }) => text !== '' && text !== NO_ALLERGENS)
}

const KNOWN_TAGS: ReadonlySet<string> = new Set(ALLERGENS.map(([slug]) => `allergen:${slug}`))

function wordsFor(locale: string): readonly string[] {
  const { language, region } = new Intl.Locale(locale)
  const words = WORDS[`${language}-${region}`] ?? WORDS[language] ?? WORDS['en'] ?? ''
  return words.split('|')
}
