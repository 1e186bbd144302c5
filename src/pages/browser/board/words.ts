/** The few words that a board itself shows. */
export interface Words {
  /** The language of the words. It differs from the board's language if the words are not known in that. */
  readonly language: string
  readonly menu: string
  readonly soldOut: string
  readonly calories: string
  /** Shown before the time of the last update. */
  readonly asOf: string
  readonly empty: string
  readonly waiting: string
  /** The key worked on this screen before, and is no longer valid. */
  readonly refused: string
  /** The key never worked on this screen. */
  readonly wrongKey: string
}

type Phrases = readonly [
  menu: string,
  soldOut: string,
  calories: string,
  asOf: string,
  empty: string,
  waiting: string,
  refused: string,
  wrongKey: string,
]

const ENGLISH: Phrases = [
  'Menu',
  'Sold out',
  'kcal',
  'No connection. As of',
  'Nothing on the menu right now.',
  'The menu will be here in a moment.',
  'The key of this board is not valid any more.',
  'The key in the address of this board is not valid.',
]

// biome-ignore format: one line per language
const PHRASES: Readonly<Record<string, Phrases>> = {
  ar: ['القائمة', 'نفد', 'سعرة', 'لا يوجد اتصال. آخر تحديث', 'لا يوجد شيء في القائمة الآن.', 'ستظهر القائمة بعد لحظات.', 'مفتاح هذه الشاشة لم يعد صالحًا.', 'المفتاح في عنوان هذه الشاشة غير صالح.'],
  de: ['Speisekarte', 'Ausverkauft', 'kcal', 'Keine Verbindung. Stand', 'Gerade steht nichts auf der Karte.', 'Die Karte ist gleich da.', 'Der Schlüssel dieser Tafel gilt nicht mehr.', 'Der Schlüssel in der Adresse dieser Tafel ist nicht gültig.'],
  es: ['Carta', 'Agotado', 'kcal', 'Sin conexión. Actualizado', 'Ahora mismo no hay nada en la carta.', 'La carta estará aquí en un momento.', 'La clave de esta pantalla ya no es válida.', 'La clave de la dirección de esta pantalla no es válida.'],
  fr: ['Carte', 'Épuisé', 'kcal', 'Pas de connexion. Mis à jour', 'Rien à la carte pour le moment.', 'La carte arrive dans un instant.', 'La clé de cet écran n’est plus valable.', 'La clé dans l’adresse de cet écran n’est pas valable.'],
  he: ['תפריט', 'אזל', 'קק״ל', 'אין חיבור. עודכן', 'אין כרגע דבר בתפריט.', 'התפריט יופיע בעוד רגע.', 'המפתח של מסך זה אינו תקף עוד.', 'המפתח בכתובת של מסך זה אינו תקף.'],
  it: ['Menù', 'Esaurito', 'kcal', 'Nessuna connessione. Aggiornato', 'Al momento non c’è nulla sul menù.', 'Il menù arriva tra un attimo.', 'La chiave di questo schermo non è più valida.', 'La chiave nell’indirizzo di questo schermo non è valida.'],
  nl: ['Menukaart', 'Uitverkocht', 'kcal', 'Geen verbinding. Stand', 'Er staat nu niets op de kaart.', 'De kaart komt zo.', 'De sleutel van dit scherm is niet meer geldig.', 'De sleutel in het adres van dit scherm is niet geldig.'],
  pt: ['Ementa', 'Esgotado', 'kcal', 'Sem ligação. Atualizado', 'De momento não há nada na ementa.', 'A ementa aparece dentro de momentos.', 'A chave deste ecrã já não é válida.', 'A chave no endereço deste ecrã não é válida.'],
}

/** Returns the words in the language of a locale, or in English if they are not known in it. */
export function wordsFor(locale: string): Words {
  const { language, region } = new Intl.Locale(locale)
  const phrases = PHRASES[language] ?? ENGLISH
  const [menu, soldOut, calories, asOf, empty, waiting, refused, wrongKey] = phrases
  const own = { menu, soldOut, calories, asOf, empty, waiting, refused, wrongKey }
  if (phrases !== ENGLISH) return { ...own, language }
  // Menus in the United States must say "cal". Elsewhere a calorie is a thousandth of a kilocalorie.
  return { ...own, language: 'en', ...(language === 'en' && region === 'US' ? { calories: 'cal' } : {}) }
}
