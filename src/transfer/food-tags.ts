/*
 * The tags of allergens and diets that all formats write, such as `allergen:milk` and `diet:vegan`. Boards have marks for them.
 * Tags of other allergens and diets are allowed: boards write out such an allergen, and do not show such a diet.
 */

/** The 14 allergens of annex II of Regulation (EU) 1169/2011, and wheat, each with other names that files have for it. */
const ALLERGENS: Readonly<Record<string, readonly string[]>> = {
  gluten: ['cereals_containing_gluten'],
  wheat: [],
  crustaceans: ['crustacean', 'crustacea', 'crustacean_shellfish', 'shellfish'],
  eggs: ['egg'],
  fish: [],
  peanuts: ['peanut'],
  soya: ['soy', 'soybean', 'soybeans', 'soya_beans'],
  milk: ['dairy', 'lactose'],
  nuts: ['nut', 'tree_nut', 'tree_nuts'],
  celery: [],
  mustard: [],
  sesame: ['sesame_seed', 'sesame_seeds'],
  sulphites: ['sulphite', 'sulfites', 'sulfite', 'sulphur_dioxide', 'sulfur_dioxide'],
  lupin: ['lupins', 'lupine'],
  molluscs: ['mollusc', 'mollusks', 'mollusk'],
}

/** Diets, which include all of schema.org, each with other names that files have for it. */
const DIETS: Readonly<Record<string, readonly string[]>> = {
  vegetarian: ['veggie'],
  vegan: [],
  gluten_free: ['glutenfree'],
  dairy_free: ['dairyfree'],
  halal: [],
  kosher: [],
  hindu: [],
  diabetic: [],
  low_calorie: [],
  low_fat: [],
  low_lactose: [],
  low_salt: [],
}

/** Molluscs are shellfish too, but where a list has only one word for both, it is that of crustaceans. */
const SHELLFISH = 'shellfish'
/** What files say of items without allergens. */
const NO_ALLERGENS = 'none'

const allergens = slugsByName(ALLERGENS)
const diets = slugsByName(DIETS)

function slugsByName(table: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([slug, others]) => [slug, ...others].map((name) => [name, slug] as const)),
  )
}

/** Words joined by `_` in lower case, as in `gluten_free`, from `GLUTEN_FREE`, `GlutenFree` or `Gluten free`. */
export function toTagName(text: string): string {
  return text
    .trim()
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
    .replace(/[\s_-]+/gu, '_')
    .toLowerCase()
}

/** Whether a name in a file is that of an allergen. */
export function isAllergen(name: string): boolean {
  return allergens.has(toTagName(name))
}

/** Whether a name in a file may mean more allergens than its tag. */
export function isShellfish(name: string): boolean {
  return toTagName(name) === SHELLFISH
}

/** The tag of an allergen. One that is not known keeps its name. */
export function allergenTag(name: string): string {
  const tagName = toTagName(name)
  return `allergen:${allergens.get(tagName) ?? tagName}`
}

/** The tag of a diet; undefined if it is not known. */
export function dietTag(name: string): string | undefined {
  const slug = diets.get(toTagName(name))
  return slug && `diet:${slug}`
}

/**
 * Says what is wrong with a tag, for boards: undefined if nothing is.
 * @returns the tag to use instead, or `unknown` for an allergen that has no mark
 */
export function tagFault(tag: string): { readonly better: string } | 'unknown' | undefined {
  const [, kind, name = ''] = /^(allergen|diet):(.*)$/su.exec(tag) ?? []
  if (kind === undefined) return undefined
  const better = kind === 'diet' ? dietTag(name) : isAllergen(name) ? allergenTag(name) : undefined
  if (better === tag) return undefined
  if (better !== undefined) return { better }
  return kind === 'allergen' && name !== NO_ALLERGENS ? 'unknown' : undefined
}
