import { MAY_NOT_READ } from '../../browser/failures.ts'
import type { BoardLanguage } from '../../lib/food/mark-names.ts'
import { isAmerican, knownLanguage } from './languages.ts'

/** The few words that a board itself shows. */
export interface BoardWords {
  /** The language of the words: English if they are not known in the language of the board. */
  readonly language: string
  readonly menu: string
  readonly soldOut: string
  /** In place of a price of 0. */
  readonly free: string
  readonly calorieUnit: string
  /** Precedes the time of the last update. */
  readonly lastUpdated: string
  readonly empty: string
  readonly waiting: string
  /** Shown if the address has no key, before the address of the page that makes links for screens. */
  readonly missingKey: string
  /** The key worked on this screen before, and is no longer valid. */
  readonly accessExpired: string
  /** The key never worked on this screen. */
  readonly invalidKey: string
  /** The key is valid, but may not read the menu. */
  readonly mayNotRead: string
  /** Precedes the number of a page. */
  readonly page: string
  /** Precedes the first group of the next page. */
  readonly next: string
  readonly newItem: string
  readonly special: string
  readonly today: string
}

type Phrases = Omit<BoardWords, 'language'>

// biome-ignore format: one line per language
const PHRASES: Readonly<Record<BoardLanguage, Phrases>> = {
  en: { menu: 'Menu', soldOut: 'Sold out', free: 'Free', calorieUnit: 'kcal', lastUpdated: 'No connection. Last updated', empty: 'Nothing on the menu right now.', waiting: 'The menu will appear shortly.', missingKey: 'To show a menu on this screen, make its link on a computer, on this page:', accessExpired: 'This screen’s access has expired.', invalidKey: 'The key in this screen’s address is not valid.', mayNotRead: MAY_NOT_READ, page: 'Page', next: 'Next', newItem: 'New', special: 'Special', today: 'Today' },
  ar: { menu: 'القائمة', soldOut: 'نفد', free: 'مجاني', calorieUnit: 'سعرة', lastUpdated: 'لا يوجد اتصال. آخر تحديث', empty: 'لا يوجد شيء في القائمة الآن.', waiting: 'ستظهر القائمة بعد لحظات.', missingKey: 'لعرض قائمة على هذه الشاشة، أنشئ رابطها على حاسوب في هذه الصفحة:', accessExpired: 'انتهت صلاحية وصول هذه الشاشة.', invalidKey: 'المفتاح في عنوان هذه الشاشة غير صالح.', mayNotRead: 'لا يحق لهذا المفتاح قراءة هذه القائمة.', page: 'صفحة', next: 'التالي', newItem: 'جديد', special: 'عرض خاص', today: 'اليوم' },
  de: { menu: 'Speisekarte', soldOut: 'Ausverkauft', free: 'Gratis', calorieUnit: 'kcal', lastUpdated: 'Keine Verbindung. Zuletzt aktualisiert um', empty: 'Gerade steht nichts auf der Karte.', waiting: 'Die Karte erscheint gleich.', missingKey: 'Um hier eine Karte zu zeigen, erstelle am Computer auf dieser Seite den Link für diesen Bildschirm:', accessExpired: 'Der Zugang dieses Bildschirms ist abgelaufen.', invalidKey: 'Der Schlüssel in der Adresse dieses Bildschirms ist nicht gültig.', mayNotRead: 'Dieser Schlüssel darf diese Karte nicht lesen.', page: 'Seite', next: 'Als Nächstes', newItem: 'Neu', special: 'Empfehlung', today: 'Heute' },
  es: { menu: 'Carta', soldOut: 'Agotado', free: 'Gratis', calorieUnit: 'kcal', lastUpdated: 'Sin conexión. Última actualización:', empty: 'Ahora mismo no hay nada en la carta.', waiting: 'La carta aparecerá en un momento.', missingKey: 'Para mostrar una carta en esta pantalla, crea su enlace en un ordenador, en esta página:', accessExpired: 'El acceso de esta pantalla ha caducado.', invalidKey: 'La clave de la dirección de esta pantalla no es válida.', mayNotRead: 'Esta clave no puede leer esta carta.', page: 'Página', next: 'A continuación', newItem: 'Nuevo', special: 'Especial', today: 'Hoy' },
  fr: { menu: 'Carte', soldOut: 'Épuisé', free: 'Gratuit', calorieUnit: 'kcal', lastUpdated: 'Pas de connexion. Dernière mise à jour :', empty: 'Rien à la carte pour le moment.', waiting: 'La carte apparaîtra dans un instant.', missingKey: 'Pour afficher une carte sur cet écran, créez son lien sur un ordinateur, à cette page :', accessExpired: 'L’accès de cet écran a expiré.', invalidKey: 'La clé dans l’adresse de cet écran n’est pas valable.', mayNotRead: 'Cette clé n’a pas le droit de lire cette carte.', page: 'Page', next: 'Ensuite', newItem: 'Nouveau', special: 'Suggestion', today: 'Aujourd’hui' },
  he: { menu: 'תפריט', soldOut: 'אזל', free: 'חינם', calorieUnit: 'קק״ל', lastUpdated: 'אין חיבור. עודכן לאחרונה', empty: 'אין כרגע דבר בתפריט.', waiting: 'התפריט יופיע בעוד רגע.', missingKey: 'כדי להציג תפריט במסך זה, יש ליצור את הקישור שלו במחשב, בדף הזה:', accessExpired: 'תוקף הגישה של מסך זה פג.', invalidKey: 'המפתח בכתובת של מסך זה אינו תקף.', mayNotRead: 'מפתח זה אינו רשאי לקרוא תפריט זה.', page: 'עמוד', next: 'הבא', newItem: 'חדש', special: 'מיוחד', today: 'היום' },
  it: { menu: 'Menù', soldOut: 'Esaurito', free: 'Gratis', calorieUnit: 'kcal', lastUpdated: 'Nessuna connessione. Ultimo aggiornamento:', empty: 'Al momento non c’è nulla sul menù.', waiting: 'Il menù apparirà tra un attimo.', missingKey: 'Per mostrare un menù su questo schermo, crea il suo link da un computer, in questa pagina:', accessExpired: 'L’accesso di questo schermo è scaduto.', invalidKey: 'La chiave nell’indirizzo di questo schermo non è valida.', mayNotRead: 'Questa chiave non può leggere questo menù.', page: 'Pagina', next: 'A seguire', newItem: 'Novità', special: 'Speciale', today: 'Oggi' },
  nl: { menu: 'Menukaart', soldOut: 'Uitverkocht', free: 'Gratis', calorieUnit: 'kcal', lastUpdated: 'Geen verbinding. Laatst bijgewerkt om', empty: 'Er staat nu niets op de kaart.', waiting: 'De kaart verschijnt zo.', missingKey: 'Maak de link voor dit scherm op een computer, op deze pagina, om hier een kaart te tonen:', accessExpired: 'De toegang van dit scherm is verlopen.', invalidKey: 'De sleutel in het adres van dit scherm is niet geldig.', mayNotRead: 'Deze sleutel mag deze kaart niet lezen.', page: 'Pagina', next: 'Hierna', newItem: 'Nieuw', special: 'Speciaal', today: 'Vandaag' },
  pt: { menu: 'Ementa', soldOut: 'Esgotado', free: 'Grátis', calorieUnit: 'kcal', lastUpdated: 'Sem ligação. Última atualização:', empty: 'De momento não há nada na ementa.', waiting: 'A ementa aparece dentro de momentos.', missingKey: 'Para mostrar uma ementa neste ecrã, crie a sua ligação num computador, nesta página:', accessExpired: 'O acesso deste ecrã expirou.', invalidKey: 'A chave no endereço deste ecrã não é válida.', mayNotRead: 'Esta chave não pode ler esta ementa.', page: 'Página', next: 'A seguir', newItem: 'Novo', special: 'Sugestão', today: 'Hoje' },
  'pt-BR': { menu: 'Cardápio', soldOut: 'Esgotado', free: 'Grátis', calorieUnit: 'kcal', lastUpdated: 'Sem conexão. Última atualização:', empty: 'No momento não há nada no cardápio.', waiting: 'O cardápio aparecerá em instantes.', missingKey: 'Para mostrar um cardápio nesta tela, crie o link dela em um computador, nesta página:', accessExpired: 'O acesso desta tela expirou.', invalidKey: 'A chave no endereço desta tela não é válida.', mayNotRead: 'Esta chave não pode ler este cardápio.', page: 'Página', next: 'A seguir', newItem: 'Novo', special: 'Especial', today: 'Hoje' },
  hi: { menu: 'मेनू', soldOut: 'उपलब्ध नहीं', free: 'मुफ़्त', calorieUnit: 'kcal', lastUpdated: 'कनेक्शन नहीं है। पिछला अपडेट', empty: 'अभी मेनू में कुछ नहीं है।', waiting: 'मेनू थोड़ी देर में दिखेगा।', missingKey: 'इस स्क्रीन पर मेनू दिखाने के लिए, कंप्यूटर पर इस पेज पर इसका लिंक बनाएँ:', accessExpired: 'इस स्क्रीन की ऐक्सेस अवधि समाप्त हो गई है।', invalidKey: 'इस स्क्रीन के पते में दी गई कुंजी मान्य नहीं है।', mayNotRead: 'इस कुंजी को यह मेनू पढ़ने की अनुमति नहीं है।', page: 'पेज', next: 'आगे', newItem: 'नया', special: 'विशेष', today: 'आज' },
  ja: { menu: 'メニュー', soldOut: '売り切れ', free: '無料', calorieUnit: 'kcal', lastUpdated: '接続がありません。最終更新', empty: '現在ご案内できるメニューはありません。', waiting: 'メニューはまもなく表示されます。', missingKey: 'この画面にメニューを表示するには、パソコンで次のページからリンクを作成してください：', accessExpired: 'この画面のアクセス権の有効期限が切れました。', invalidKey: 'この画面のアドレスにあるキーは無効です。', mayNotRead: 'このキーにはこのメニューを読む権限がありません。', page: 'ページ', next: '次', newItem: '新商品', special: 'おすすめ', today: '本日' },
  ko: { menu: '메뉴', soldOut: '품절', free: '무료', calorieUnit: 'kcal', lastUpdated: '연결이 끊겼습니다. 마지막 업데이트', empty: '현재 준비된 메뉴가 없습니다.', waiting: '메뉴가 곧 표시됩니다.', missingKey: '이 화면에 메뉴를 표시하려면 컴퓨터에서 다음 페이지를 열어 링크를 만드세요:', accessExpired: '이 화면의 접근 권한이 만료되었습니다.', invalidKey: '이 화면의 주소에 있는 키가 유효하지 않습니다.', mayNotRead: '이 키로는 이 메뉴를 읽을 수 없습니다.', page: '페이지', next: '다음', newItem: '신메뉴', special: '추천', today: '오늘' },
  pl: { menu: 'Menu', soldOut: 'Wyprzedane', free: 'Gratis', calorieUnit: 'kcal', lastUpdated: 'Brak połączenia. Ostatnia aktualizacja:', empty: 'W tej chwili nic nie ma w menu.', waiting: 'Menu pojawi się za chwilę.', missingKey: 'Aby pokazać menu na tym ekranie, utwórz jego link na komputerze, na tej stronie:', accessExpired: 'Dostęp tego ekranu wygasł.', invalidKey: 'Klucz w adresie tego ekranu jest nieprawidłowy.', mayNotRead: 'Ten klucz nie może odczytać tego menu.', page: 'Strona', next: 'Dalej', newItem: 'Nowość', special: 'Polecamy', today: 'Dziś' },
  th: { menu: 'เมนู', soldOut: 'หมด', free: 'ฟรี', calorieUnit: 'kcal', lastUpdated: 'ไม่มีการเชื่อมต่อ อัปเดตล่าสุดเมื่อ', empty: 'ขณะนี้ไม่มีรายการในเมนู', waiting: 'เมนูจะปรากฏในอีกสักครู่', missingKey: 'หากต้องการแสดงเมนูบนหน้าจอนี้ ให้สร้างลิงก์บนคอมพิวเตอร์ที่หน้านี้:', accessExpired: 'สิทธิ์การเข้าถึงของหน้าจอนี้หมดอายุแล้ว', invalidKey: 'คีย์ในที่อยู่ของหน้าจอนี้ไม่ถูกต้อง', mayNotRead: 'คีย์นี้ไม่มีสิทธิ์อ่านเมนูนี้', page: 'หน้า', next: 'ถัดไป', newItem: 'ใหม่', special: 'แนะนำ', today: 'วันนี้' },
  tr: { menu: 'Menü', soldOut: 'Tükendi', free: 'Ücretsiz', calorieUnit: 'kcal', lastUpdated: 'Bağlantı yok. Son güncelleme:', empty: 'Şu anda menüde bir şey yok.', waiting: 'Menü birazdan görünecek.', missingKey: 'Bu ekranda menü göstermek için bağlantısını bilgisayarda bu sayfada oluşturun:', accessExpired: 'Bu ekranın erişim süresi doldu.', invalidKey: 'Bu ekranın adresindeki anahtar geçerli değil.', mayNotRead: 'Bu anahtar bu menüyü okuyamaz.', page: 'Sayfa', next: 'Sırada', newItem: 'Yeni', special: 'Özel', today: 'Bugün' },
  uk: { menu: 'Меню', soldOut: 'Розпродано', free: 'Безкоштовно', calorieUnit: 'ккал', lastUpdated: 'Немає з’єднання. Останнє оновлення:', empty: 'Зараз у меню нічого немає.', waiting: 'Меню з’явиться за мить.', missingKey: 'Щоб показати меню на цьому екрані, створіть його посилання на комп’ютері, на цій сторінці:', accessExpired: 'Термін доступу цього екрана закінчився.', invalidKey: 'Ключ в адресі цього екрана недійсний.', mayNotRead: 'Цей ключ не має права читати це меню.', page: 'Сторінка', next: 'Далі', newItem: 'Новинка', special: 'Рекомендуємо', today: 'Сьогодні' },
  vi: { menu: 'Thực đơn', soldOut: 'Hết món', free: 'Miễn phí', calorieUnit: 'kcal', lastUpdated: 'Mất kết nối. Cập nhật lần cuối lúc', empty: 'Hiện chưa có món nào trong thực đơn.', waiting: 'Thực đơn sẽ hiển thị trong giây lát.', missingKey: 'Để hiển thị thực đơn trên màn hình này, hãy tạo liên kết trên máy tính, tại trang này:', accessExpired: 'Quyền truy cập của màn hình này đã hết hạn.', invalidKey: 'Khóa trong địa chỉ của màn hình này không hợp lệ.', mayNotRead: 'Khóa này không được phép đọc thực đơn này.', page: 'Trang', next: 'Kế tiếp', newItem: 'Món mới', special: 'Đặc biệt', today: 'Hôm nay' },
  'zh-Hans': { menu: '菜单', soldOut: '售罄', free: '免费', calorieUnit: '千卡', lastUpdated: '连接中断。最后更新时间：', empty: '目前没有供应的菜品。', waiting: '菜单即将显示。', missingKey: '要在此屏幕上显示菜单，请在电脑上打开此页面创建链接：', accessExpired: '此屏幕的访问权限已过期。', invalidKey: '此屏幕地址中的密钥无效。', mayNotRead: '此密钥无权读取此菜单。', page: '页', next: '接下来', newItem: '新品', special: '推荐', today: '今日' },
  'zh-Hant': { menu: '菜單', soldOut: '售完', free: '免費', calorieUnit: '大卡', lastUpdated: '連線中斷。最後更新時間：', empty: '目前沒有供應的餐點。', waiting: '菜單即將顯示。', missingKey: '若要在此螢幕上顯示菜單，請在電腦上開啟此頁面建立連結：', accessExpired: '此螢幕的存取權限已過期。', invalidKey: '此螢幕網址中的金鑰無效。', mayNotRead: '此金鑰無權讀取此菜單。', page: '頁', next: '接下來', newItem: '新品', special: '推薦', today: '今日' },
}

/** Returns the message of a board without a key: where to get one. */
export function missingKeyText({ missingKey }: BoardWords, { protocol, host, pathname }: Location): string {
  return `${missingKey} ${protocol}//${host}${pathname.replace(/\/(app\/board|tv)\/?$/, '/app/menus')}`
}

/** Returns the words in the language of a locale, or in English if they are not known in it. */
export function wordsFor(locale: string): BoardWords {
  const language = knownLanguage(locale, PHRASES)
  const words = { ...PHRASES[language], language }
  // Menus in the United States must say "cal". Elsewhere a calorie is a thousandth of a kilocalorie.
  return isAmerican(locale) ? { ...words, calorieUnit: 'cal' } : words
}
