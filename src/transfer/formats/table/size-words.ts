import { cleanText } from '../mapping/text.ts'

/** Words of sizes, and of what drinks and dishes are served in, in the languages of boards, in lower case. */
const SIZES = words(
  'xxs xs s m l r xl xxl xxxl mini tiny small medium large big little short tall grande venti jumbo huge half full whole quarter ' +
    'single double triple shot cup mug bowl glass bottle can pot jug pitcher carafe pint magnum keg plate pan piece slice scoop ' +
    'starter main side portion sharing family individual footlong ' +
    'klein kleine kleiner kleines mittel mittlere gross groß grosse große großer großes halbe halb ganz ganze viertel becher tasse ' +
    'kanne kännchen schale glas flasche flaschen dose krug karaffe schoppen seidel maß teller stück kugel einzel doppelt ' +
    'petit petite moyen moyenne grand demi entier entière verre bouteille tasse bol pichet carafe canette assiette pièce boule ' +
    'pequeño pequeña mediano mediana grande media medio entera entero ración copa vaso botella taza jarra lata tapa plato ' +
    'piccolo piccola medio grande mezzo mezza intero intera bicchiere bottiglia tazza caraffa calice lattina ' +
    'pequeno pequena médio média meia dose inteira copo garrafa chávena jarro taça ' +
    'kleine middel groot grote halve hele fles kop kom karaf kan blikje stuk ' +
    'liten mellan stor lille mellem halv hel glas flaska flaske kopp kop skål kande krus ' +
    'mały mała małe średni średnia średnie duży duża duże butelka kieliszek szklanka filiżanka miska połowa ' +
    'küçük orta büyük bardak şişe fincan kase yarım малий мала середній середня великий велика келих пляшка чашка ' +
    '小 中 大 並 特大 小盛 並盛 大盛 小杯 中杯 大杯 杯 瓶 份 소 중 대 특대 صغير وسط كبير קטן בינוני גדול เล็ก กลาง ใหญ่ nhỏ vừa lớn',
)
/** What an amount may be measured in, or counted by. */
const MEASURE =
  /(?<![\p{L}\d.,])(?:\d{1,5}(?:[.,/]\d{1,3})?\s?(?:ml|cl|dl|lt?r?|lit(?:er|re)s?|gr?|grams?|kg|fl\.? ?oz|oz|lbs?|pt|pints?|cm|mm|in(?:ch(?:es)?)?|zoll|"|”|″|''|pcs?|pieces?|pièces?|stück|stk|scoops?|slices?|shots?|balls?|kugeln?|pers(?:on(?:s|en)?)?|people|pax)(?![\p{L}\d])|\d\/\d{1,2}|[½¼¾⅓])/giu
const UNIT =
  /^(?:ml|cl|dl|lt?r?|lit(?:er|re)s?|gr?|grams?|kg|fl\.? ?oz|oz|lbs?|pt|pints?|cm|mm|in(?:ch(?:es)?)?|zoll|"|”|″|''|pcs?|pieces?|pièces?|stück|stk|scoops?|slices?|shots?|balls?|kugeln?|pers(?:on(?:s|en)?)?|people|pax)\.?$/iu
/** What a price may be for, after a word such as `per`. */
const COUNTED = words(
  'person people guest head pax dozen kilo kilogram litre liter pound ounce pair ' +
    'kilogramm stk stück dutzend personne persona pezzo pieza peça stuk personen',
)
const MAX_LENGTH = 40

/** Whether a text says a size, and nothing else: `Large`, `small cup`, `0.3 l`, `Glass (125 ml)`. */
export function isSize(text: string): boolean {
  if (text.length > MAX_LENGTH) return false
  const words = text
    .toLowerCase()
    .replace(MEASURE, ' large ')
    .split(/[\s()[\],./+&-]+/u)
  const others = words.filter((word) => word !== '' && word !== 'of')
  return others.length > 0 && others.every((word) => SIZES.has(word))
}

/** Whether it is what a price may be for: `100 g`, `glass`, `person`. */
export function isUnit(text: string): boolean {
  return isSize(text) || COUNTED.has(text.toLowerCase()) || UNIT.test(text)
}

function words(text: string): ReadonlySet<string> {
  return new Set(cleanText(text).split(' '))
}
