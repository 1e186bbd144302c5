import { dishes, group, item, menu } from './documents.ts'

/** Menus of other kinds, which do not fit well: long, with long names, with several sizes, or very short. */

interface Size {
  readonly name: string
  readonly price: number
  readonly calories?: number
}

const sized = (name: string, sizes: readonly Size[], options: object = {}) =>
  item(name, {
    ...options,
    items: sizes.map(({ name: size, ...rest }) => ({ ...item(size, rest), id: `${name}-${size}` })),
  })

const KINDS = [
  ['Chicken', '鸡肉'],
  ['Beef', '牛肉'],
  ['King Prawns', '大虾'],
  ['Crispy Duck', '香酥鸭'],
  ['Bean Curd', '豆腐'],
] as const
const STYLES = [
  ['with Cashew Nuts', '腰果'],
  ['in Black Bean Sauce', '豉汁'],
  ['with Ginger and Spring Onions', '姜葱'],
  ['in Szechuan Style', '四川'],
] as const
const SECTIONS = [
  ['Appetisers', '头盘'],
  ['Soups', '汤类'],
  ['Chicken', '鸡肉'],
  ['Beef', '牛肉'],
  ['Pork', '猪肉'],
  ['Duck', '鸭肉'],
  ['Seafood', '海鲜'],
  ['Vegetables', '蔬菜'],
  ['Curries', '咖喱'],
  ['Chow Mein', '炒面'],
  ['Fried Rice', '炒饭'],
  ['Sweet and Sour', '甜酸'],
  ['Set Meals', '套餐'],
  ['Sundries', '杂项'],
  ['Desserts', '甜品'],
] as const

/** 300 dishes in two languages, as a takeaway has them. */
export const TAKEAWAY = menu('takeaway', {
  groups: SECTIONS.map(([section, translated], place) =>
    group(`${section} ${translated}`, {
      items: KINDS.flatMap(([kind, kindTranslated], first) =>
        STYLES.map(([style, styleTranslated], second) =>
          item(
            `${place * 20 + first * 4 + second + 1}. ${kind} ${style} ${styleTranslated}${kindTranslated}`,
            {
              price: 5.2 + ((place * 7 + first * 3 + second) % 9) * 0.6,
              tags: second === 0 ? ['allergen:nuts', 'allergen:soya'] : [],
            },
          ),
        ),
      ),
    }),
  ),
})

const GROWERS = ['Weingut Emmerich Knoll, Wachau', 'Domaine Leflaive, Burgundy', 'Tenuta San Guido, Bolgheri']
const WINES = [
  'Riesling Smaragd Ried Vinothekfüllung 2019',
  'Puligny-Montrachet Premier Cru Les Pucelles 2018',
  'Brunello di Montalcino Riserva Vigna Spuntali 2015',
  'Châteauneuf-du-Pape Hommage à Jacques Perrin 2016',
  'Ribera del Duero Reserva Especial Único 2012',
]

/** 30 wines with long names, by the glass and by the bottle. */
export const CELLAR = menu('cellar', {
  groups: ['Sparkling', 'White', 'Rosé', 'Red', 'Sweet', 'Magnums'].map((name, place) =>
    group(name, {
      items: WINES.map((wine, n) =>
        sized(
          `${wine} ${'I'.repeat((place % 3) + 1)} ${name}`.trim(),
          [
            { name: 'Glass', price: 8.5 + n + place },
            { name: 'Bottle', price: 48 + 17 * n + place },
          ],
          { description: GROWERS[n % 3] ?? '' },
        ),
      ),
    }),
  ),
})

const cup = (name: string, first: number, calories: number) =>
  sized(
    name,
    ['Small', 'Medium', 'Large'].map((size, n) => ({
      name: size,
      price: first + n * 0.5,
      calories: calories + n * 60,
    })),
    { tags: ['allergen:milk'] },
  )

const pieces = (name: string, first: number) =>
  sized(name, [
    { name: '2 pieces', price: first },
    { name: '6 pieces', price: first * 2.5 },
    { name: '12 pieces', price: first * 4.5 },
  ])

const glasses = (name: string, first: number) =>
  sized(name, [
    { name: '0.2 l', price: first },
    { name: '0.3 l', price: first + 0.8 },
    { name: '0.5 l', price: first + 1.9 },
  ])

/** A café with three sizes. */
export const THREE_SIZES = menu('three-sizes', {
  groups: [
    group('Coffee', {
      items: [
        cup('Latte', 3.2, 120),
        cup('Cappuccino', 3.2, 110),
        cup('Flat White', 3.1, 100),
        cup('Americano', 2.6, 10),
        cup('Mocha', 3.6, 220),
        cup('Chai Latte', 3.5, 180),
      ],
    }),
    group('Cookies', {
      items: [pieces('Chocolate Chip', 2.2), pieces('Oat and Raisin', 2.1), pieces('Ginger Snap', 1.9)],
    }),
    group('Soft Drinks', {
      items: [glasses('Homemade Lemonade', 2.4), glasses('Apple Spritzer', 2.2), glasses('Iced Tea', 2.6)],
    }),
    group('Cakes', {
      items: dishes(
        {
          name: 'Carrot Cake',
          price: 4.2,
          calories: 410,
          tags: ['allergen:nuts', 'allergen:gluten', 'allergen:eggs'],
        },
        { name: 'Lemon Drizzle', price: 3.8, calories: 380, tags: ['allergen:gluten', 'allergen:eggs'] },
        { name: 'Brownie', price: 3.5, calories: 450, tags: ['allergen:gluten', 'allergen:milk'] },
      ),
    }),
  ],
})

const patties = (name: string, first: number, calories: number, description: string) =>
  sized(
    name,
    [
      { name: 'Single', price: first, calories },
      { name: 'Double', price: first + 3.2, calories: calories + 310 },
    ],
    { description, tags: ['allergen:gluten', 'allergen:milk', 'allergen:sesame'] },
  )

const portions = (name: string, first: number, calories: number) =>
  sized(
    name,
    ['Small', 'Medium', 'Large'].map((size, n) => ({
      name: size,
      price: first + n * 0.9,
      calories: calories + n * 140,
    })),
  )

/** A burger bar that a law obliges to show calories. */
export const LABELLED_BAR = menu('labelled-bar', {
  groups: [
    group('Burgers', {
      items: [
        patties('The Classic', 9.5, 640, 'Dry-aged beef, cheddar, pickles, house sauce'),
        patties('Bacon Stack', 11.2, 820, 'Smoked streaky bacon, onion jam, American cheese'),
        patties('Smash & Truffle', 12.8, 760, 'Truffle mayonnaise, rocket, aged Gouda'),
        patties('Hot Honey Chicken', 10.9, 710, 'Buttermilk chicken, hot honey, slaw'),
        patties('Garden', 9.9, 540, 'Beetroot and black bean patty, avocado, sprouts'),
      ],
    }),
    group('Sides', {
      items: [
        portions('Skin-on Fries', 3.9, 380),
        portions('Onion Rings', 4.2, 450),
        portions('Slaw', 2.9, 160),
      ],
    }),
    group('Drinks', {
      items: [
        portions('Craft Cola', 2.8, 140),
        portions('Cloudy Lemonade', 3, 130),
        portions('Iced Tea', 2.8, 90),
      ],
    }),
    group('Shakes', {
      items: dishes(
        { name: 'Vanilla Bean', price: 5.8, calories: 560, tags: ['allergen:milk'] },
        { name: 'Salted Caramel', price: 6.2, calories: 640, tags: ['allergen:milk'] },
        {
          name: 'Peanut Butter & Banana',
          price: 6.4,
          calories: 690,
          tags: ['allergen:milk', 'allergen:peanuts'],
        },
      ),
    }),
  ],
})

/** A menu in Thai, whose lines are high and have no spaces. */
export const THAI = menu('thai', {
  groups: [
    group('อาหารจานเดียว', {
      items: dishes(
        { name: 'ข้าวผัดกระเพราหมูสับไข่ดาว', price: 65, description: 'ใบกระเพราสด พริกขี้หนู และไข่ดาวกรอบ' },
        {
          name: 'ผัดไทยกุ้งสด',
          price: 89,
          description: 'เส้นจันท์ กุ้งแม่น้ำ ถั่วลิสงคั่ว',
          tags: ['allergen:peanuts', 'allergen:crustaceans'],
        },
        { name: 'ข้าวมันไก่', price: 55 },
        { name: 'ก๋วยเตี๋ยวเรือหมูน้ำตก', price: 50 },
        { name: 'ข้าวซอยไก่', price: 75 },
      ),
    }),
    group('กับข้าว', {
      items: dishes(
        { name: 'ต้มยำกุ้งน้ำข้น', price: 180, tags: ['allergen:crustaceans'] },
        { name: 'แกงเขียวหวานไก่', price: 150 },
        { name: 'ปลากะพงทอดน้ำปลา', price: 320, tags: ['allergen:fish'] },
        { name: 'ผัดผักบุ้งไฟแดง', price: 90 },
        { name: 'ส้มตำไทย', price: 70, tags: ['allergen:peanuts'] },
      ),
    }),
    group('ของหวานและเครื่องดื่ม', {
      items: dishes(
        { name: 'ข้าวเหนียวมะม่วง', price: 95 },
        { name: 'ไอศกรีมกะทิ', price: 45 },
        { name: 'ชาไทยเย็น', price: 40 },
        { name: 'น้ำมะพร้าวอ่อน', price: 45 },
      ),
    }),
  ],
})

/** A menu in Arabic with descriptions and long prices. */
export const MEZZE = menu('mezze', {
  groups: ['المقبلات الباردة', 'المقبلات الساخنة', 'المشاوي على الفحم', 'الحلويات'].map((name, place) =>
    group(name, {
      items: dishes(
        {
          name: 'حمص بالطحينة مع اللحم والصنوبر',
          price: 12.5 + place,
          description: 'يقدم مع خبز طازج من الفرن',
        },
        { name: 'متبل باذنجان مدخن', price: 9.75 + place },
        {
          name: 'شيش طاووق متبل بالزبادي والثوم',
          price: 18.25 + place,
          description: 'صدور دجاج مشوية على الفحم',
        },
        { name: 'ورق عنب محشي بالأرز', price: 11 + place },
        { name: 'كبة مقلية باللحم', price: 14.5 + place },
      ).map((dish, n) => ({ ...dish, id: `mezze-${place}-${n}` })),
    }),
  ),
})

/** Five items in one group. */
export const FIVE = menu('five', {
  groups: [
    group('Pizza', {
      items: dishes(
        { name: 'Margherita', price: 9.5, description: 'Tomato, mozzarella, basil' },
        { name: 'Diavola', price: 11.5, description: 'Spicy salami, chilli oil' },
        { name: 'Quattro Formaggi', price: 12 },
        { name: 'Marinara', price: 8.5 },
        { name: 'Calzone', price: 12.5, description: 'Ham, ricotta, mushrooms' },
      ),
    }),
  ],
})
