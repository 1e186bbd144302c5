import { dishes, group, item, menu } from './documents.ts'

/** Menus as restaurants have them, to see and measure how boards look. */

const sized = (name: string, sizes: readonly (readonly [name: string, price: number])[], rest: object = {}) =>
  item(name, {
    ...rest,
    items: sizes.map(([size, price]) => ({ ...item(size, { price }), id: `${name}-${size}` })),
  })

const burger = (name: string, single: number, description: string, rest: object = {}) =>
  sized(
    name,
    [
      ['Single', single],
      ['Double', single + 3.2],
    ],
    { description, ...rest },
  )

export const BURGER_BAR = menu('burger-bar', {
  groups: [
    group('Burgers', {
      description: 'On a toasted potato bun. Swap for a plant patty at no cost.',
      items: [
        burger('The Classic', 9.5, 'Dry-aged beef, cheddar, pickles, house sauce', { calories: 640 }),
        burger('Bacon Stack', 11.2, 'Smoked streaky bacon, onion jam, American cheese', { calories: 820 }),
        burger('Smash & Truffle', 12.8, 'Truffle mayonnaise, rocket, aged Gouda', {
          calories: 760,
          tags: ['label:new'],
        }),
        burger('Hot Honey Chicken', 10.9, 'Buttermilk chicken, hot honey, slaw', { calories: 710 }),
        burger('Garden', 9.9, 'Beetroot and black bean patty, avocado, sprouts', {
          calories: 540,
          inStock: false,
        }),
      ],
    }),
    group('Sides', {
      items: dishes(
        { name: 'Skin-on Fries', price: 3.9, calories: 380 },
        { name: 'Sweet Potato Fries', price: 4.5, calories: 410 },
        { name: 'Onion Rings', price: 4.2, calories: 450 },
        { name: 'Mac & Cheese Bites', price: 5.4, calories: 520, inStock: false },
        { name: 'Slaw', price: 2.9, calories: 160 },
      ),
    }),
    group('Shakes', {
      items: dishes(
        { name: 'Vanilla Bean', price: 5.8, calories: 560 },
        { name: 'Salted Caramel', price: 6.2, calories: 640, tags: ['label:special'] },
        { name: 'Peanut Butter & Banana', price: 6.4, calories: 690 },
      ),
    }),
    group('Drinks', {
      items: dishes(
        { name: 'Craft Cola', price: 3.2 },
        { name: 'Cloudy Lemonade', price: 3.4 },
        { name: 'Pale Ale', price: 5.5, description: '0.33 l, 4.8 %' },
        { name: 'Still or Sparkling Water', price: 2.6 },
      ),
    }),
  ],
})

const bottle = (name: string, glass: number, whole: number, description: string) =>
  sized(
    name,
    [
      ['Glass', glass],
      ['Bottle', whole],
    ],
    { description },
  )

export const WINE_LIST = menu('wine-list', {
  groups: [
    group('Wines', {
      groups: [
        group('Sparkling', {
          items: [
            bottle('Crémant de Loire Brut', 8.5, 46, 'Bouvet-Ladubay, Saumur'),
            bottle('Franciacorta Satèn', 12, 68, 'Bellavista, Lombardy'),
          ],
        }),
        group('White', {
          items: [
            bottle('Grüner Veltliner Federspiel', 7.5, 39, 'Domäne Wachau, Austria, 2024'),
            bottle('Riesling trocken', 7.9, 42, 'Dönnhoff, Nahe, 2023'),
            bottle('Chablis Premier Cru Montmains', 13.5, 74, 'Domaine Laroche, Burgundy, 2022'),
            bottle('Albariño', 8.2, 44, 'Pazo Señorans, Rías Baixas, 2024'),
            bottle('Sancerre', 11, 59, 'Vacheron, Loire, 2023'),
          ],
        }),
        group('Rosé', { items: [bottle('Bandol Rosé', 10.5, 56, 'Domaine Tempier, Provence, 2024')] }),
        group('Red', {
          items: [
            bottle('Pinot Noir Réserve', 9.8, 54, 'Becker, Pfalz, 2021'),
            bottle('Rioja Gran Reserva', 12.4, 69, 'La Rioja Alta 904, 2015'),
            bottle('Barolo Serralunga', 17.5, 98, 'Massolino, Piedmont, 2019'),
            bottle('Châteauneuf-du-Pape', 16, 89, 'Domaine du Vieux Télégraphe, 2020'),
            bottle('Zweigelt', 6.9, 36, 'Umathum, Burgenland, 2022'),
            bottle('Malbec Altamira', 8.9, 49, 'Zuccardi, Uco Valley, 2021'),
          ],
        }),
        group('Sweet', {
          items: [
            bottle('Sauternes', 12, 88, 'Château Doisy-Daëne, 2016'),
            bottle('Tawny Port 20 Years', 11, 96, 'Taylor’s, Douro'),
          ],
        }),
      ],
    }),
  ],
})

export const RAMEN = menu('ramen', {
  groups: [
    group('ラーメン', {
      items: dishes(
        {
          name: '特製醤油ラーメン',
          price: 1180,
          description: '鶏と魚介の清湯、味玉、チャーシュー三枚',
          tags: ['label:new'],
        },
        { name: '豚骨ラーメン', price: 1080, description: '十八時間炊いた濃厚スープ、細麺' },
        { name: '味噌バターコーンラーメン', price: 1150, description: '北海道の赤味噌と発酵バター' },
        {
          name: '担々麺',
          price: 1100,
          description: '自家製ラー油と胡麻の香り、山椒をきかせて',
          calories: 780,
        },
        { name: '塩ラーメン', price: 980, inStock: false },
      ),
    }),
    group('つけ麺', {
      items: dishes(
        { name: '濃厚魚介つけ麺', price: 1050 },
        { name: '辛つけ麺', price: 1100, calories: 820 },
      ),
    }),
    group('ご飯・一品', {
      items: dishes(
        { name: 'チャーシュー丼', price: 450 },
        { name: '焼き餃子 六個', price: 480 },
        { name: '鶏の唐揚げ', price: 520 },
        { name: 'メンマ', price: 200 },
      ),
    }),
    group('お飲み物', {
      items: dishes(
        { name: '生ビール', price: 600 },
        { name: 'ハイボール', price: 480 },
        { name: '烏龍茶', price: 280 },
      ),
    }),
  ],
})

export const GRILL = menu('grill', {
  groups: [
    group('المشاوي', {
      items: dishes(
        {
          name: 'شيش طاووق',
          price: 145,
          description: 'صدور دجاج متبلة بالزبادي والثوم مع خبز طازج',
          calories: 520,
        },
        { name: 'كباب حلبي', price: 165, description: 'لحم ضأن مفروم مع البقدونس والبصل', calories: 610 },
        { name: 'ريش ضاني', price: 285, inStock: false },
        { name: 'مشاوي مشكلة', price: 320, description: 'تكفي شخصين، مع أرز وسلطة', tags: ['label:special'] },
      ),
    }),
    group('المقبلات', {
      items: dishes(
        { name: 'حمص بالطحينة', price: 55 },
        { name: 'متبل باذنجان', price: 60 },
        { name: 'تبولة', price: 58 },
        { name: 'ورق عنب', price: 72 },
        { name: 'كبة مقلية', price: 85 },
      ),
    }),
    group('الحلويات', {
      items: dishes(
        { name: 'كنافة نابلسية', price: 90 },
        { name: 'أم علي', price: 75 },
        { name: 'بقلاوة', price: 68 },
      ),
    }),
    group('المشروبات', {
      items: dishes(
        { name: 'عصير ليمون بالنعناع', price: 45 },
        { name: 'شاي', price: 20 },
        { name: 'لبن عيران', price: 30 },
      ),
    }),
  ],
})
