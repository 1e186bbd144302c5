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
  readonly today: string
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
  today: string,
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
  'Today',
]

// biome-ignore format: one line per language
const PHRASES: Readonly<Record<string, Phrases>> = {
  ar: ['القائمة', 'نفد', 'سعرة', 'لا يوجد اتصال. آخر تحديث', 'لا يوجد شيء في القائمة الآن.', 'ستظهر القائمة بعد لحظات.', 'انتهت صلاحية وصول هذه الشاشة.', 'المفتاح في عنوان هذه الشاشة غير صالح.', 'تابع', 'صفحة', 'التالي', 'جديد', 'عرض خاص', 'اليوم'],
  de: ['Speisekarte', 'Ausverkauft', 'kcal', 'Keine Verbindung. Zuletzt aktualisiert um', 'Gerade steht nichts auf der Karte.', 'Die Karte erscheint gleich.', 'Der Zugang dieses Bildschirms ist abgelaufen.', 'Der Schlüssel in der Adresse dieses Bildschirms ist nicht gültig.', 'Fortsetzung', 'Seite', 'Als Nächstes', 'Neu', 'Empfehlung', 'Heute'],
  es: ['Carta', 'Agotado', 'kcal', 'Sin conexión. Última actualización:', 'Ahora mismo no hay nada en la carta.', 'La carta aparecerá en un momento.', 'El acceso de esta pantalla ha caducado.', 'La clave de la dirección de esta pantalla no es válida.', 'continuación', 'Página', 'A continuación', 'Nuevo', 'Especial', 'Hoy'],
  fr: ['Carte', 'Épuisé', 'kcal', 'Pas de connexion. Dernière mise à jour :', 'Rien à la carte pour le moment.', 'La carte apparaîtra dans un instant.', 'L’accès de cet écran a expiré.', 'La clé dans l’adresse de cet écran n’est pas valable.', 'suite', 'Page', 'Ensuite', 'Nouveau', 'Suggestion', 'Aujourd’hui'],
  he: ['תפריט', 'אזל', 'קק״ל', 'אין חיבור. עודכן לאחרונה', 'אין כרגע דבר בתפריט.', 'התפריט יופיע בעוד רגע.', 'תוקף הגישה של מסך זה פג.', 'המפתח בכתובת של מסך זה אינו תקף.', 'המשך', 'עמוד', 'הבא', 'חדש', 'מיוחד', 'היום'],
  it: ['Menù', 'Esaurito', 'kcal', 'Nessuna connessione. Ultimo aggiornamento:', 'Al momento non c’è nulla sul menù.', 'Il menù apparirà tra un attimo.', 'L’accesso di questo schermo è scaduto.', 'La chiave nell’indirizzo di questo schermo non è valida.', 'segue', 'Pagina', 'A seguire', 'Novità', 'Speciale', 'Oggi'],
  nl: ['Menukaart', 'Uitverkocht', 'kcal', 'Geen verbinding. Laatst bijgewerkt om', 'Er staat nu niets op de kaart.', 'De kaart verschijnt zo.', 'De toegang van dit scherm is verlopen.', 'De sleutel in het adres van dit scherm is niet geldig.', 'vervolg', 'Pagina', 'Hierna', 'Nieuw', 'Speciaal', 'Vandaag'],
  pt: ['Ementa', 'Esgotado', 'kcal', 'Sem ligação. Última atualização:', 'De momento não há nada na ementa.', 'A ementa aparece dentro de momentos.', 'O acesso deste ecrã expirou.', 'A chave no endereço deste ecrã não é válida.', 'continuação', 'Página', 'A seguir', 'Novo', 'Sugestão', 'Hoje'],
  'pt-BR': ['Cardápio', 'Esgotado', 'kcal', 'Sem conexão. Última atualização:', 'No momento não há nada no cardápio.', 'O cardápio aparecerá em instantes.', 'O acesso desta tela expirou.', 'A chave no endereço desta tela não é válida.', 'continuação', 'Página', 'A seguir', 'Novo', 'Especial', 'Hoje'],
  hi: ['मेनू', 'उपलब्ध नहीं', 'kcal', 'कनेक्शन नहीं है। पिछला अपडेट', 'अभी मेनू में कुछ नहीं है।', 'मेनू थोड़ी देर में दिखेगा।', 'इस स्क्रीन की ऐक्सेस अवधि समाप्त हो गई है।', 'इस स्क्रीन के पते में दी गई कुंजी मान्य नहीं है।', 'जारी', 'पेज', 'आगे', 'नया', 'विशेष', 'आज'],
  ja: ['メニュー', '売り切れ', 'kcal', '接続がありません。最終更新', '現在ご案内できるメニューはありません。', 'メニューはまもなく表示されます。', 'この画面のアクセス権の有効期限が切れました。', 'この画面のアドレスにあるキーは無効です。', '続き', 'ページ', '次', '新商品', 'おすすめ', '本日'],
  ko: ['메뉴', '품절', 'kcal', '연결이 끊겼습니다. 마지막 업데이트', '현재 준비된 메뉴가 없습니다.', '메뉴가 곧 표시됩니다.', '이 화면의 접근 권한이 만료되었습니다.', '이 화면의 주소에 있는 키가 유효하지 않습니다.', '계속', '페이지', '다음', '신메뉴', '추천', '오늘'],
  pl: ['Menu', 'Wyprzedane', 'kcal', 'Brak połączenia. Ostatnia aktualizacja:', 'W tej chwili nic nie ma w menu.', 'Menu pojawi się za chwilę.', 'Dostęp tego ekranu wygasł.', 'Klucz w adresie tego ekranu jest nieprawidłowy.', 'ciąg dalszy', 'Strona', 'Dalej', 'Nowość', 'Polecamy', 'Dziś'],
  th: ['เมนู', 'หมด', 'kcal', 'ไม่มีการเชื่อมต่อ อัปเดตล่าสุดเมื่อ', 'ขณะนี้ไม่มีรายการในเมนู', 'เมนูจะปรากฏในอีกสักครู่', 'สิทธิ์การเข้าถึงของหน้าจอนี้หมดอายุแล้ว', 'คีย์ในที่อยู่ของหน้าจอนี้ไม่ถูกต้อง', 'ต่อ', 'หน้า', 'ถัดไป', 'ใหม่', 'แนะนำ', 'วันนี้'],
  tr: ['Menü', 'Tükendi', 'kcal', 'Bağlantı yok. Son güncelleme:', 'Şu anda menüde bir şey yok.', 'Menü birazdan görünecek.', 'Bu ekranın erişim süresi doldu.', 'Bu ekranın adresindeki anahtar geçerli değil.', 'devam', 'Sayfa', 'Sırada', 'Yeni', 'Özel', 'Bugün'],
  uk: ['Меню', 'Розпродано', 'ккал', 'Немає з’єднання. Останнє оновлення:', 'Зараз у меню нічого немає.', 'Меню з’явиться за мить.', 'Термін доступу цього екрана закінчився.', 'Ключ в адресі цього екрана недійсний.', 'продовження', 'Сторінка', 'Далі', 'Новинка', 'Рекомендуємо', 'Сьогодні'],
  vi: ['Thực đơn', 'Hết món', 'kcal', 'Mất kết nối. Cập nhật lần cuối lúc', 'Hiện chưa có món nào trong thực đơn.', 'Thực đơn sẽ hiển thị trong giây lát.', 'Quyền truy cập của màn hình này đã hết hạn.', 'Khóa trong địa chỉ của màn hình này không hợp lệ.', 'tiếp theo', 'Trang', 'Kế tiếp', 'Món mới', 'Đặc biệt', 'Hôm nay'],
  'zh-Hans': ['菜单', '售罄', '千卡', '连接中断。最后更新时间：', '目前没有供应的菜品。', '菜单即将显示。', '此屏幕的访问权限已过期。', '此屏幕地址中的密钥无效。', '续', '页', '接下来', '新品', '推荐', '今日'],
  'zh-Hant': ['菜單', '售完', '大卡', '連線中斷。最後更新時間：', '目前沒有供應的餐點。', '菜單即將顯示。', '此螢幕的存取權限已過期。', '此螢幕網址中的金鑰無效。', '續', '頁', '接下來', '新品', '推薦', '今日'],
}

/** The languages whose words are known. */
export const LANGUAGES: readonly string[] = ['en', ...Object.keys(PHRASES)]

/** Returns the words in the language of a locale, or in English if they are not known in it. */
export function wordsFor(locale: string): Words {
  const { language, region } = new Intl.Locale(locale)
  // Chinese has two scripts, and its regions imply one.
  const { script } = new Intl.Locale(locale).maximize()
  const tags = [`${language}-${region}`, `${language}-${script}`, language]
  const known = tags.find((tag) => tag in PHRASES) ?? 'en'
  const phrases = PHRASES[known] ?? ENGLISH
  const [menu, soldOut, calories, lastUpdated, empty, waiting, accessExpired, invalidKey] = phrases
  const [, , , , , , , , continued, page, next, newItem, special, today] = phrases
  const sentences = { lastUpdated, empty, waiting, accessExpired, invalidKey }
  const words = { menu, soldOut, calories, ...sentences, continued, page, next, newItem, special, today }
  // Menus in the United States must say "cal". Elsewhere a calorie is a thousandth of a kilocalorie.
  const isAmerican = language === 'en' && region === 'US'
  return { ...words, language: known, ...(isAmerican ? { calories: 'cal' } : {}) }
}
