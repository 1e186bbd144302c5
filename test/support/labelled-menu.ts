import { ALLERGENS, DIETS } from '../../src/lib/food/mark-names.ts'
import { group, item, menu } from './documents.ts'

const size = (owner: string, name: string, price: number, options: object = {}) => ({
  ...item(name, { price, ...options }),
  id: `${owner}-${name}`,
})

/** A menu with allergens, diets and calories: in items, in sizes, in choices at one price, and in options. */
export const DINER = menu('diner', {
  groups: [
    group('Mains', {
      items: [
        item('Tofu Bowl', { price: 11.5, calories: 52, tags: ['diet:vegan', 'allergen:soya', 'serve:hot'] }),
        item('Fish Pie', {
          price: 13,
          calories: 1256,
          tags: ['allergen:milk', 'allergen:gluten', 'allergen:fish'],
        }),
        item('House Salad', { price: 9, calories: 4, tags: ['diet:gluten_free', 'allergen:star_anise'] }),
        item('Roast Lamb', {
          price: 19,
          calories: 640,
          inStock: false,
          tags: ['diet:halal', 'allergen:none'],
        }),
        item('Soup of the Day', { price: 6, tags: ['diet:low_salt'] }),
      ],
    }),
    group('Coffee', {
      items: ['Latte', 'Mocha', 'Chai'].map((name) =>
        item(name, {
          price: 3.5,
          inStock: name !== 'Chai',
          tags: ['allergen:milk'],
          items: [
            size(name, 'Small', 3.5, { calories: 148, tags: ['diet:vegetarian'] }),
            size(name, 'Large', 4.5, { calories: 203, tags: ['diet:vegetarian', 'allergen:wheat'] }),
          ],
        }),
      ),
    }),
    group('Sides', {
      items: [
        item('Lemonade', {
          price: 4,
          items: [
            size('lemonade', 'Classic', 4, { calories: 149 }),
            size('lemonade', 'Pink', 4, { calories: 252 }),
          ],
        }),
        item('Ice Cream', {
          price: 5,
          items: ['Vanilla', 'Mango', 'Nut'].map((name, n) =>
            size('ice', name, 5, { calories: 151 + n * 73, tags: name === 'Nut' ? ['allergen:nuts'] : [] }),
          ),
        }),
        item('Muffin', {
          price: 3,
          items: [size('muffin', 'Berry', 3, { calories: 300 }), size('muffin', 'Plain', 3)],
        }),
        item('Burger', {
          price: 9,
          calories: 700,
          items: [size('burger', 'Cheese', 1, { calories: 90, tags: ['allergen:milk'] })],
        }),
      ],
    }),
  ],
})

/** So many items that they need several pages, of which only the last has nuts. */
export const LONG = menu('long', {
  groups: [
    ...Array.from({ length: 24 }, (_, section) =>
      group(`Section ${section}`, {
        items: Array.from({ length: 14 }, (_, n) =>
          item(`Dish ${section}.${n}`, {
            price: 5 + n,
            calories: 100 + n,
            description: 'Something fine beside it, and a sauce',
            tags: n === 0 ? ['allergen:milk', 'diet:vegetarian'] : [],
          }),
        ),
      }),
    ),
    group('Sweets', { items: [item('Nut Cake', { price: 4, calories: 450, tags: ['allergen:nuts'] })] }),
  ],
})

const ALLERGENS_OF_DISH = ['milk', 'gluten', 'eggs', 'nuts', 'soya'].map((slug) => `allergen:${slug}`)

/** Names in Arabic, each with some allergens. */
export const SKEWERS = menu('skewers', {
  groups: [
    ['المشاوي', 'شيش طاووق', 'كباب حلبي', 'ريش ضاني بالأعشاب', 'مشاوي مشكلة للعائلة'],
    ['المقبلات', 'حمص بالطحينة', 'متبل باذنجان', 'تبولة', 'ورق عنب بزيت الزيتون', 'كبة مقلية باللحم'],
    ['الحلويات', 'كنافة نابلسية', 'أم علي بالمكسرات', 'بقلاوة'],
  ].map(([name = '', ...dishes]) =>
    group(name, {
      items: dishes.map((dish, n) =>
        item(dish, { price: 145 + n, tags: ALLERGENS_OF_DISH.slice(0, 3 + (n % 3)) }),
      ),
    }),
  ),
})

const ALL_TAGS = [
  ...ALLERGENS.map(([slug]) => `allergen:${slug}`),
  ...DIETS.map(([slug]) => `diet:${slug}`),
  'allergen:star_anise',
]

/** Names of 170 characters in several scripts, and one without spaces. */
const LONG_TEXTS = [
  'Slow-roasted shoulder of lamb with rosemary, garlic and anchovies, on a bed of braised lentils, ',
  'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz',
  '特製醤油ラーメン味玉チャーシュー三枚のせ大盛り、',
  'مشاوي مشكلة مع الأرز والسلطة والخبز الطازج، ',
].map((text) => text.repeat(9).slice(0, 170))

const crowded = (id: string, name: string, options: object = {}) => ({
  ...item(name, { price: 12.5, calories: 1250, tags: ALL_TAGS, ...options }),
  id: `crowded-${id}`,
})

/** All marks after names that are as long as a board shows them: alone, in price columns, with choices and with options. */
export const CROWDED = menu('crowded', {
  groups: LONG_TEXTS.map((text, n) => ({
    ...group(text.slice(0, 30)),
    id: `crowded-${n}`,
    items: [
      crowded(`${n}-plain`, text, { description: text.repeat(3) }),
      crowded(`${n}-new`, text, { tags: ['label:new', ...ALL_TAGS] }),
      crowded(`${n}-out`, text, { inStock: false }),
      ...['a', 'b'].map((owner) =>
        crowded(`${n}-${owner}`, `${owner} ${text}`, {
          items: ['Small', 'Large'].map((size, place) =>
            crowded(`${n}-${owner}-${size}`, size, { price: 3 + place }),
          ),
        }),
      ),
    ],
    groups: [
      {
        ...group(`${text.slice(0, 20)} 2`),
        id: `crowded-${n}-2`,
        items: [
          crowded(`${n}-options`, text, { items: [crowded(`${n}-option`, text, { price: 2 })] }),
          crowded(`${n}-choices`, text, {
            items: ['one', 'two', 'three'].map((choice) =>
              crowded(`${n}-${choice}`, `${choice} ${text.slice(0, 40)}`),
            ),
          }),
        ],
      },
    ],
  })),
})
