/** How the tags of allergens and diets begin. */
export const TAG_PREFIXES = { allergens: 'allergen:', diets: 'diet:' } as const
/** The allergens of annex II of Regulation (EU) 1169/2011, in the order of its numbers: the slug and the letter of each. */
export const ALLERGENS = [
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
/** The diets that have a mark: the slug and the letter of each. Boards do not show other diets. */
export const DIETS = [
  ['vegetarian', 'V'],
  ['vegan', 'VG'],
  ['gluten_free', 'GF'],
  ['dairy_free', 'DF'],
  ['halal', 'H'],
  ['kosher', 'K'],
] as const
/** The slug for "no allergens". It has no mark. */
export const NO_ALLERGENS = 'none'
export const NO_ALLERGENS_TAG = `${TAG_PREFIXES.allergens}${NO_ALLERGENS}`

/** The languages of the words of boards. The compiler asks for the words of a new language, here and in `boards/shared/words.ts`. */
// biome-ignore format: one line
export const BOARD_LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'he', 'hi', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'pt-BR', 'th', 'tr', 'uk', 'vi', 'zh-Hans', 'zh-Hant'] as const
export type BoardLanguage = (typeof BOARD_LANGUAGES)[number]

/** The names of the marks in each language of boards, in the order of the tables above. The last text is for the style `ask`. */
// biome-ignore format: one line per language
export const MARK_NAMES = {
  ar: 'غلوتين|قشريات|بيض|سمك|فول سوداني|صويا|حليب|مكسرات|كرفس|خردل|سمسم|كبريتيت|ترمس|رخويات|نباتي|نباتي صرف|خالٍ من الغلوتين|خالٍ من الألبان|حلال|كوشر|اسألنا عن مسببات الحساسية',
  de: 'Gluten|Krebstiere|Eier|Fisch|Erdnüsse|Soja|Milch|Schalenfrüchte|Sellerie|Senf|Sesam|Sulfite|Lupinen|Weichtiere|vegetarisch|vegan|glutenfrei|milchfrei|halal|koscher|Fragen Sie uns nach Allergenen',
  en: 'gluten|crustaceans|eggs|fish|peanuts|soya|milk|nuts|celery|mustard|sesame|sulphites|lupin|molluscs|vegetarian|vegan|gluten-free|dairy-free|halal|kosher|Ask us about allergens',
  'en-US': 'gluten|crustaceans|eggs|fish|peanuts|soy|milk|tree nuts|celery|mustard|sesame|sulfites|lupin|mollusks|vegetarian|vegan|gluten-free|dairy-free|halal|kosher|Ask us about allergens',
  es: 'gluten|crustáceos|huevos|pescado|cacahuetes|soja|leche|frutos de cáscara|apio|mostaza|sésamo|sulfitos|altramuces|moluscos|vegetariano|vegano|sin gluten|sin lácteos|halal|kosher|Pregúntenos por los alérgenos',
  fr: 'gluten|crustacés|œufs|poisson|arachides|soja|lait|fruits à coque|céleri|moutarde|sésame|sulfites|lupin|mollusques|végétarien|vegan|sans gluten|sans produits laitiers|halal|casher|Allergènes : demandez-nous',
  he: 'גלוטן|סרטנאים|ביצים|דגים|בוטנים|סויה|חלב|אגוזים|סלרי|חרדל|שומשום|סולפיטים|תורמוס|רכיכות|צמחוני|טבעוני|ללא גלוטן|ללא מוצרי חלב|חלאל|כשר|שאלו אותנו על אלרגנים',
  hi: 'ग्लूटेन|क्रस्टेशियन|अंडे|मछली|मूँगफली|सोया|दूध|मेवे|सेलरी|सरसों|तिल|सल्फ़ाइट|ल्यूपिन|मोलस्क|शाकाहारी|वीगन|ग्लूटेन-मुक्त|डेयरी-मुक्त|हलाल|कोशर|एलर्जी पैदा करने वाली चीज़ों के बारे में हमसे पूछें',
  it: 'glutine|crostacei|uova|pesce|arachidi|soia|latte|frutta a guscio|sedano|senape|sesamo|solfiti|lupini|molluschi|vegetariano|vegano|senza glutine|senza latticini|halal|kosher|Chiedeteci degli allergeni',
  ja: 'グルテン|甲殻類|卵|魚|落花生|大豆|乳|ナッツ類|セロリ|マスタード|ごま|亜硫酸塩|ルピナス|軟体動物|ベジタリアン|ヴィーガン|グルテンフリー|乳製品不使用|ハラール|コーシャ|アレルゲンについてはお尋ねください',
  ko: '글루텐|갑각류|달걀|생선|땅콩|대두|우유|견과류|셀러리|겨자|참깨|아황산염|루핀|연체동물|채식|비건|글루텐 프리|유제품 무첨가|할랄|코셔|알레르기 유발 성분은 직원에게 문의하세요',
  nl: 'gluten|schaaldieren|eieren|vis|pinda’s|soja|melk|noten|selderij|mosterd|sesam|sulfieten|lupine|weekdieren|vegetarisch|veganistisch|glutenvrij|zuivelvrij|halal|koosjer|Vraag ons naar allergenen',
  pl: 'gluten|skorupiaki|jaja|ryby|orzeszki ziemne|soja|mleko|orzechy|seler|gorczyca|sezam|siarczyny|łubin|mięczaki|wegetariańskie|wegańskie|bezglutenowe|bez nabiału|halal|koszerne|Zapytaj nas o alergeny',
  pt: 'glúten|crustáceos|ovos|peixe|amendoins|soja|leite|frutos de casca rija|aipo|mostarda|sésamo|sulfitos|tremoço|moluscos|vegetariano|vegano|sem glúten|sem laticínios|halal|kosher|Pergunte-nos sobre alergénios',
  'pt-BR': 'glúten|crustáceos|ovos|peixe|amendoim|soja|leite|castanhas|aipo|mostarda|gergelim|sulfitos|tremoço|moluscos|vegetariano|vegano|sem glúten|sem laticínios|halal|kosher|Pergunte-nos sobre alergênicos',
  th: 'กลูเตน|สัตว์น้ำเปลือกแข็ง|ไข่|ปลา|ถั่วลิสง|ถั่วเหลือง|นม|ถั่วเปลือกแข็ง|คื่นช่าย|มัสตาร์ด|งา|ซัลไฟต์|ลูพิน|หอยและหมึก|มังสวิรัติ|วีแกน|ไม่มีกลูเตน|ไม่มีนม|ฮาลาล|โคเชอร์|สอบถามเราเรื่องสารก่อภูมิแพ้ได้',
  tr: 'gluten|kabuklular|yumurta|balık|yer fıstığı|soya|süt|sert kabuklu yemişler|kereviz|hardal|susam|sülfitler|acı bakla|yumuşakçalar|vejetaryen|vegan|glutensiz|süt ürünsüz|helal|koşer|Alerjenleri bize sorun',
  uk: 'глютен|ракоподібні|яйця|риба|арахіс|соя|молоко|горіхи|селера|гірчиця|кунжут|сульфіти|люпин|молюски|вегетаріанське|веганське|без глютену|без молочних продуктів|халяль|кошерне|Запитайте нас про алергени',
  vi: 'gluten|giáp xác|trứng|cá|đậu phộng|đậu nành|sữa|các loại hạt|cần tây|mù tạt|mè|sulfit|đậu lupin|động vật thân mềm|ăn chay|thuần chay|không gluten|không sữa|halal|kosher|Hãy hỏi chúng tôi về chất gây dị ứng',
  'zh-Hans': '麸质|甲壳类|蛋类|鱼类|花生|大豆|奶类|坚果|芹菜|芥末|芝麻|亚硫酸盐|羽扇豆|软体动物|素食|纯素|无麸质|无乳制品|清真|犹太洁食|过敏原信息请询问我们',
  'zh-Hant': '麩質|甲殼類|蛋類|魚類|花生|大豆|奶類|堅果|芹菜|芥末|芝麻|亞硫酸鹽|羽扇豆|軟體動物|素食|純素|無麩質|無乳製品|清真|猶太潔食|過敏原資訊請詢問我們',
} satisfies Record<BoardLanguage | 'en-US', string>

/** The name of the mark of wheat in each of these languages. Regional ones have the word of their language. */
// biome-ignore format: one line per script
export const WHEAT_NAMES = {
  de: 'Weizen', en: 'wheat', es: 'trigo', fr: 'blé', it: 'frumento', nl: 'tarwe', pl: 'pszenica', pt: 'trigo', tr: 'buğday', vi: 'lúa mì',
  ar: 'قمح', he: 'חיטה', hi: 'गेहूँ', ja: '小麦', ko: '밀', th: 'ข้าวสาลี', uk: 'пшениця', 'zh-Hans': '小麦', 'zh-Hant': '小麥',
} satisfies Record<Exclude<BoardLanguage, 'pt-BR'>, string>
