/** What a column of prices is called. */
export const PRICE_WORDS =
  'price prices preis preise prix precio precios prezzo prezzi preço preços preco prijs prijzen pris priser cena ceny fiyat fiyatı ціна 価格 値段 价格 價格 가격 السعر מחיר ราคา giá'.split(
    ' ',
  )

/** Languages that write words together: `Verkaufspreis`, `Glaspreis`. */
export const COMPOUND = /^(?<before>\p{L}{2,})(?:preise?|prijs|pris)$/iu

/** What the words beside `price` say of it. The first pattern that has one of them counts. */
export type PriceKind = 'noAmount' | 'hidden' | 'elsewhere' | 'rival' | 'gross' | 'usual' | 'unknown'

const PATTERNS: readonly (readonly [kind: PriceKind, words: RegExp])[] = [
  // These are no prices at all.
  [
    'noAmount',
    /(?<![\p{L}\d])(?:type|types|id|ids|code|codes|list|lists|note|notes|change|changes|level|category|currency|date|valid|range|rule|comment|hinweis|liste|art)(?![\p{L}\d])/iu,
  ],
  // Guests never see these.
  [
    'hidden',
    /(?<![\p{L}\d])(?:staff|employees?|crew|team|costs?|purchas(?:e|ing)|buying|buy|wholesale|trade|suppliers?|vendor|landed|margin|food cost|personal|mitarbeiter|einkaufs?|ek|kosten|großhandel|lieferant|wareneinsatz|personnel|employés?|achat|fournisseur|gros|revient|personale|acquisto|dipendenti|costo|empleados?|compra|coste|proveedor|mayorista|pessoal|custo|personeel|inkoop|kostprijs|zakupu|maliyet|personel)(?![\p{L}\d])/iu,
  ],
  // Guests in the house do not pay these, at least not usually or not any more.
  [
    'elsewhere',
    /(?<![\p{L}\d])(?:delivery|delivered|deliveroo|uber|uber ?eats|doordash|grubhub|wolt|lieferando|glovo|just ?eat|take ?away|take ?out|to ?go|pick ?up|collection|online|app|web|catering|drive|kiosk|old|previous|before|was|former|last year|compare(?: at)?|compared?|rrp|msrp|uvp|happy ?hour|members?|loyalty|students?|seniors?|child(?:ren)?|kids?|deposit|net|netto|excl?|excluding|ex|without|ohne|exkl|zzgl|plus|(?<=(?:vat|tax|taxes|gst|mwst|iva|tva) )extra|w\/o|not incl(?:uded)?|nicht inkl|\+ ?(?:vat|tax|taxes|gst|mwst|ust|iva|tva|btw|moms|service)|hors taxe|ht|sin|senza|liefer(?:ung|dienst)?|liefern|abhol(?:ung|er)?|außer ?haus|mitnehmen|mitnahme|pfand|alt|alter|früher|vorher|livraison|emporter|ancien|ancienne|domicilio|llevar|antiguo|anterior|asporto|consegna|vecchio|entrega|antigo|bezorging|bezorg|afhalen|oud|oude|dostawa|wynos|paket)(?![\p{L}\d])/iu,
  ],
  // Guests may pay one of these today, instead of another.
  [
    'rival',
    /(?<![\p{L}\d])(?:sale|special|specials|offers?|promo|promos|promotion|promotional|discount|discounted|reduced|clearance|new|next|future|from|ab|until|bis|winter|summer|spring|autumn|fall|christmas|weekend|weekday|lunch|dinner|breakfast|evening|night|sonder|aktions?|angebots?|rabatt|neu|neuer|promotionnel|soldé|nouveau|oferta|nuevo|rebajado|offerta|scontato|nuovo|novo|aanbieding|actie|nieuw|nieuwe|promocja|nowa|(?:19|20)\d\d|q[1-4]|h[12]|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|januar|februar|märz|mai|juni|juli|oktober|dezember|monday|tuesday|wednesday|thursday|friday|saturday|sunday)(?![\p{L}\d])/iu,
  ],
  // With taxes: what guests pay, unless they are added to what a menu says.
  [
    'gross',
    /(?<![\p{L}\d])(?:gross|brutto|incl?|including|inkl|inklusive|with|mit|tax|taxes|vat|mwst|ust|ttc|iva|gst|tva|btw|moms)(?![\p{L}\d])/iu,
  ],
  [
    'usual',
    /(?<![\p{L}\d])(?:default|standard|base|basic|regular|normal|usual|menu|guests?|customers?|retail|selling|sell|sales|dine ?in|eat ?in|sit ?in|in ?house|house|on ?premises?|restaurant|table|current|today|now|actual|public|item|variant|unit|each|verkauf|verkaufs|vk|gast|gäste|grund|vor ort|im haus|haus|hier|aktuell|heute|endkunden?|venta|vente|vendita|venda|verkoop|sur place|carte|sala|local|habitual|normale|standaard|podstawowa)(?![\p{L}\d])/iu,
  ],
]
/** Names of the usual price that are also those of a size, beside other sizes. */
const USUAL_SIZE = /^(regular|normal|standard|normale|standaard)$/i

export function kindOfPrice(words: string): PriceKind {
  const plain = words.replace(/[-_]+/g, ' ')
  return PATTERNS.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'unknown'
}

export function isUsualSize(words: string): boolean {
  return USUAL_SIZE.test(words)
}

/** `Preis gross` is a size beside `Preis klein`, and otherwise rather a price with taxes. */
export function isGross(words: string): boolean {
  return /^gross$/i.test(words)
}
