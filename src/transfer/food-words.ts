/*
 * What files call allergens and diets, besides the words of boards: names in English, and in some of the languages of boards, in
 * singular and plural. They are in lower case, and those of one language are on one line. A word that may mean two things, such
 * as `mariscos`, is in none of them.
 */

/** Names by the slugs of allergens. Kinds of grain and of nuts are named by annex II of Regulation (EU) 1169/2011. */
export const ALLERGEN_WORDS: Readonly<Record<string, readonly string[]>> = {
  gluten: [
    'cereals containing gluten|cereals|barley|rye|oat|oats|spelt|kamut',
    'glutenhaltiges getreide|gerste|roggen|hafer|dinkel|grünkern',
    'céréales contenant du gluten|orge|seigle|avoine|épeautre',
    'cereales con gluten|cereales que contienen gluten|cebada|centeno|avena|espelta',
    'cereali contenenti glutine|orzo|segale|farro',
    'glutenbevattende granen|granen|gerst|rogge|haver',
    'cereais que contêm glúten|cevada|centeio|aveia',
    'zboża zawierające gluten|jęczmień|żyto|owies',
  ],
  wheat: ['weizen|blé|froment|trigo|frumento|tarwe|pszenica|buğday|пшениця|小麦|小麥|밀'],
  crustaceans: [
    'crustacean|crustacea|crustacean shellfish|shellfish|shrimp|shrimps|prawn|prawns|crab|lobster|crayfish',
    'krebstier|krustentiere|krebse|garnelen|garnele|hummer|krabben',
    'crustacé|crevettes|crevette|crabe|homard|crustáceo|gambas|camarones|crostaceo|gamberi|gambero',
    'schaaldier|garnalen|garnaal|camarão|camarões|skorupiak|krewetki|えび|エビ|海老|かに|カニ',
  ],
  eggs: ['egg|ei|eiern|œuf|huevo|uovo|ovo|jajka|jajko|jajo|яйце|たまご|玉子|鶏卵|계란|鸡蛋|雞蛋'],
  fish: ['fische|poissons|pescados|pesci|vissen|peixes|ryba'],
  peanuts: [
    'peanut|groundnut|groundnuts|erdnuss|erdnuesse|erdnüssen|arachide|cacahuète|cacahuètes|cacahuete',
    'cacahuates|cacahuate|maní|pinda|orzeszki arachidowe|orzechy ziemne|ピーナッツ',
  ],
  soya: ['soy|soybean|soybeans|soya bean|soya beans|soy beans|sojabohne|sojabohnen|sojabonen'],
  milk: [
    'dairy|dairy products|lactose|milk products|milchprodukte|milcherzeugnisse|laktose|produits laitiers|lactosa|lácteos',
    'productos lácteos|latticini|lattosio|zuivel|koemelk|laticínios|lacticínios|nabiał|laktoza',
    'süt ürünleri|乳製品|牛乳|乳成分|乳制品|牛奶|유제품|молочні продукти',
  ],
  nuts: [
    'nut|tree nut|tree nuts|almond|almonds|hazelnut|hazelnuts|walnut|walnuts|cashew|cashews|cashew nuts',
    'pecan|pecans|pecan nuts|brazil nut|brazil nuts|pistachio|pistachios|macadamia|macadamias|macadamia nuts',
    'nuss|nüsse|nuesse|nüssen|schalenfrucht|schalenfrüchten|mandel|mandeln|haselnuss|haselnüsse',
    'walnuss|walnüsse|cashewkerne|cashewnüsse|pistazien|fruit à coque|noix|noix de cajou|amande|amandes',
    'noisette|noisettes|pistaches|nuez|nueces|frutos secos|almendra|almendras|avellanas|anacardos|pistachos',
    'noce|noci|frutti a guscio|mandorla|mandorle|nocciola|nocciole|pistacchi|noot|amandelen|hazelnoten',
    'walnoten|cashewnoten|noz|nozes|amêndoas|avelãs|orzech|migdały|горіх|くるみ|クルミ|アーモンド',
  ],
  celery: ['celeriac|selderie|selery'],
  mustard: [],
  sesame: [
    'sesame seed|sesame seeds|sesamsamen|graines de sésame|granos de sésamo|semillas de sésamo|ajonjolí',
    'semi di sesamo|sesamzaad|sementes de sésamo|nasiona sezamu|ゴマ|胡麻',
  ],
  sulphites: [
    'sulphite|sulfites|sulfite|sulphur dioxide|sulfur dioxide|so2|sulfit|schwefeldioxid|dioxyde de soufre',
    'anhydride sulfureux|sulfito|dióxido de azufre|solfito|anidride solforosa|sulfiet|zwaveldioxide',
    'dióxido de enxofre|siarczyn|dwutlenek siarki',
  ],
  lupin: ['lupins|lupine|altramuz|lupino|tremoços'],
  molluscs: [
    'mollusc|mollusks|mollusk|mussels|oysters|squid|octopus|clams|scallops|weichtier|muscheln|mollusque',
    'moules|huîtres|molusco|mejillones|calamares|mollusco|cozze|vongole|weekdier|mosselen|mięczak|małże',
  ],
}

/** Names by the slugs of diets, which include all of schema.org. */
export const DIET_WORDS: Readonly<Record<string, readonly string[]>> = {
  vegetarian: ['veggie|vegetarians|vegetarische|végétarienne|vegetariana'],
  vegan: ['vegans|vegane|veganes|végétalien|végane|vegana'],
  gluten_free: [
    'glutenfree|no gluten|without gluten|free from gluten|coeliacs|celiacs|ohne gluten|glutenfreie',
  ],
  dairy_free: ['dairyfree|no dairy|without dairy|free from dairy|milk free|no milk|ohne milch'],
  halal: [],
  kosher: [],
  hindu: [],
  diabetic: ['diabetics'],
  low_calorie: [],
  low_fat: [],
  low_lactose: [],
  low_salt: [],
}
