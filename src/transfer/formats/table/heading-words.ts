/** What owners call their columns in the languages of boards, besides the names in `columns.ts`. */
export const HEADING_WORDS = {
  menu: 'speisekarte, karte, menü, menú, menù, carte, carta, ementa, menukaart, メニュー, 菜单',
  location: 'standort, ort, filiale, ubicación, emplacement, sede, locatie, local',
  group:
    'categories, course, courses, gang, gänge, portata, kategorie, kategorien, gruppe, rubrik, warengruppe, bereich, catégorie, rubrique, famille, categoría, grupo, sección, categoria, sezione, gruppo, seção, secção, categorie, groep, rubriek, kategori, kategoria, grupa, категорія, група, カテゴリ, カテゴリー, 分类, 分類, 类别, 카테고리, 분류, الفئة, קטגוריה, หมวดหมู่, danh mục, nhóm',
  subcategory:
    'sub section, subgroup, sub group, unterkategorie, untergruppe, sous catégorie, subcategoría, sottocategoria, subcategoria, subcategorie, underkategori, podkategoria, alt kategori, підкатегорія',
  item: 'dish, dishes, item name, menu item, dish name, product, product name, food, drink, beverage, wine, beer, cocktail, wein, bier, vin, vino, gericht, gerichte, speise, speisen, getränk, getränke, artikel, artikelname, produkt, bezeichnung, plat, plats, boisson, article, produit, nom, libellé, désignation, plato, platos, bebida, artículo, producto, nombre, piatto, bevanda, prodotto, articolo, nome, prato, produto, artigo, gerecht, drank, product naam, naam, rätt, maträtt, namn, ret, rett, navn, danie, potrawa, napój, nazwa, produkty, yemek, ürün, ürün adı, страва, назва, 料理, 料理名, 商品名, 品名, 菜名, 菜品, 名称, 名稱, 메뉴명, 상품명, 이름, الصنف, الطبق, الاسم, מנה, פריט, שם, ชื่อเมนู, รายการ, tên món, món',
  size: 'sizes, variant name, variation name, size name, option 1 value, option1 value, größe, groesse, variante, portion, portionsgröße, menge, taille, format, contenance, tamaño, variación, dimensione, formato, misura, tamanho, variação, grootte, maat, formaat, storlek, størrelse, rozmiar, wielkość, boy, porsiyon, розмір, サイズ, 规格, 尺寸, 사이즈, الحجم, גודל, ขนาด, kích cỡ, cỡ',
  description:
    'descriptions, body (html), body html, beschreibung, beschreibungen, descripción, descrizione, descrição, omschrijving, beschrijving, beskrivning, beskrivelse, opis, açıklama, опис, 説明, 描述, 说明, 설명, الوصف, תיאור, คำอธิบาย, mô tả',
  calories:
    'kilocalories, kalorien, brennwert kcal, energy kcal, calorías, calorie, calorias, calorieën, kalorier, kalorie, kalori, калорії, カロリー, 卡路里, 칼로리, السعرات, קלוריות, แคลอรี่',
  tags: 'tag, labels, schlagwörter, étiquettes, etiquetas, etichette',
  allergens:
    'contains, allergen info, allergen information, enthält, allergene, allergies, allergènes, contient, alérgenos, contiene, allergeni, alergénios, alergénicos, contém, allergenen, bevat, allergener, innehåller, alergeny, alerjenler, алергени, アレルゲン, アレルギー, 过敏原, 알레르기, مسببات الحساسية, אלרגנים',
  diets:
    'dietary, dietary info, dietary information, dietary requirements, diät, ernährung, ernährungsform, régime, régimes, dieta, dietas, diete, dieet, kost',
  'in stock':
    'stock status, in stock now, verfügbar, vorrätig, auf lager, disponible, en stock, disponibile, disponível, beschikbaar, op voorraad, tillgänglig, på lager, dostępne, dostępny, mevcut, в наявності, 在庫あり, 有货, متوفر, זמין',
  'sold out':
    "soldout, sold out today, out of stock, unavailable, not available, 86, 86d, 86'd, 86ed, ausverkauft, nicht verfügbar, vergriffen, épuisé, en rupture, indisponible, agotado, no disponible, esaurito, non disponibile, esgotado, indisponível, uitverkocht, niet beschikbaar, slutsåld, udsolgt, utsolgt, wyprzedane, niedostępne, tükendi, розпродано, 売り切れ, 品切れ, 售罄, 품절, نفد, אזל, หมด, hết món",
} as const
