/** The few words that a board itself shows. */
export interface Words {
  /** The language of the words. It differs from the board's language if the words are not known in that. */
  readonly language: string
  readonly menu: string
  readonly soldOut: string
  readonly calories: string
  /** Precedes the time of the last update. */
  readonly lastUpdated: string
  readonly empty: string
  readonly waiting: string
  /** The key worked on this screen before, and is no longer valid. */
  readonly accessExpired: string
  /** The key never worked on this screen. */
  readonly invalidKey: string
  /** Follows the heading of a group that goes on in another column. */
  readonly continued: string
  /** Precedes the number of a page. */
  readonly page: string
  /** Precedes the first group of the next page. */
  readonly next: string
  readonly newItem: string
  readonly special: string
}

type Phrases = readonly [
  menu: string,
  soldOut: string,
  calories: string,
  lastUpdated: string,
  empty: string,
  waiting: string,
  accessExpired: string,
  invalidKey: string,
  continued: string,
  page: string,
  next: string,
  newItem: string,
  special: string,
]

const ENGLISH: Phrases = [
  'Menu',
  'Sold out',
  'kcal',
  'No connection. Last updated',
  'Nothing on the menu right now.',
  'The menu will appear shortly.',
  'This screen’s access has expired.',
  'The key in this screen’s address is not valid.',
  'continued',
  'Page',
  'Next',
  'New',
  'Special',
]

// biome-ignore format: one line per language
const PHRASES: Readonly<Record<string, Phrases>> = {
  ar: ['القائمة', 'نفد', 'سعرة', 'لا يوجد اتصال. آخر تحديث', 'لا يوجد شيء في القائمة الآن.', 'ستظهر القائمة بعد لحظات.', 'انتهت صلاحية وصول هذه الشاشة.', 'المفتاح في عنوان هذه الشاشة غير صالح.', 'تابع', 'صفحة', 'التالي', 'جديد', 'عرض خاص'],
  de: ['Speisekarte', 'Ausverkauft', 'kcal', 'Keine Verbindung. Zuletzt aktualisiert um', 'Gerade steht nichts auf der Karte.', 'Die Karte erscheint gleich.', 'Der Zugang dieses Bildschirms ist abgelaufen.', 'Der Schlüssel in der Adresse dieses Bildschirms ist nicht gültig.', 'Fortsetzung', 'Seite', 'Als Nächstes', 'Neu', 'Empfehlung'],
  es: ['Carta', 'Agotado', 'kcal', 'Sin conexión. Última actualización:', 'Ahora mismo no hay nada en la carta.', 'La carta aparecerá en un momento.', 'El acceso de esta pantalla ha caducado.', 'La clave de la dirección de esta pantalla no es válida.', 'continuación', 'Página', 'A continuación', 'Nuevo', 'Especial'],
  fr: ['Carte', 'Épuisé', 'kcal', 'Pas de connexion. Dernière mise à jour :', 'Rien à la carte pour le moment.', 'La carte apparaîtra dans un instant.', 'L’accès de cet écran a expiré.', 'La clé dans l’adresse de cet écran n’est pas valable.', 'suite', 'Page', 'Ensuite', 'Nouveau', 'Suggestion'],
  he: ['תפריט', 'אזל', 'קק״ל', 'אין חיבור. עודכן לאחרונה', 'אין כרגע דבר בתפריט.', 'התפריט יופיע בעוד רגע.', 'תוקף הגישה של מסך זה פג.', 'המפתח בכתובת של מסך זה אינו תקף.', 'המשך', 'עמוד', 'הבא', 'חדש', 'מיוחד'],
  it: ['Menù', 'Esaurito', 'kcal', 'Nessuna connessione. Ultimo aggiornamento:', 'Al momento non c’è nulla sul menù.', 'Il menù apparirà tra un attimo.', 'L’accesso di questo schermo è scaduto.', 'La chiave nell’indirizzo di questo schermo non è valida.', 'segue', 'Pagina', 'A seguire', 'Novità', 'Speciale'],
  nl: ['Menukaart', 'Uitverkocht', 'kcal', 'Geen verbinding. Laatst bijgewerkt om', 'Er staat nu niets op de kaart.', 'De kaart verschijnt zo.', 'De toegang van dit scherm is verlopen.', 'De sleutel in het adres van dit scherm is niet geldig.', 'vervolg', 'Pagina', 'Hierna', 'Nieuw', 'Speciaal'],
  pt: ['Ementa', 'Esgotado', 'kcal', 'Sem ligação. Última atualização:', 'De momento não há nada na ementa.', 'A ementa aparece dentro de momentos.', 'O acesso deste ecrã expirou.', 'A chave no endereço deste ecrã não é válida.', 'continuação', 'Página', 'A seguir', 'Novo', 'Sugestão'],
  'pt-BR': ['Cardápio', 'Esgotado', 'kcal', 'Sem conexão. Última atualização:', 'No momento não há nada no cardápio.', 'O cardápio aparecerá em instantes.', 'O acesso desta tela expirou.', 'A chave no endereço desta tela não é válida.', 'continuação', 'Página', 'A seguir', 'Novo', 'Especial'],
}

/** Returns the words in the language of a locale, or in English if they are not known in it. */
export function wordsFor(locale: string): Words {
  const { language, region } = new Intl.Locale(locale)
  const known = [`${language}-${region}`, language].find((tag) => tag in PHRASES) ?? 'en'
  const phrases = PHRASES[known] ?? ENGLISH
  const [menu, soldOut, calories, lastUpdated, empty, waiting, accessExpired, invalidKey] = phrases
  const [, , , , , , , , continued, page, next, newItem, special] = phrases
  const sentences = { lastUpdated, empty, waiting, accessExpired, invalidKey }
  const words = { menu, soldOut, calories, ...sentences, continued, page, next, newItem, special }
  // Menus in the United States must say "cal". Elsewhere a calorie is a thousandth of a kilocalorie.
  const isAmerican = language === 'en' && region === 'US'
  return { ...words, language: known, ...(isAmerican ? { calories: 'cal' } : {}) }
}
