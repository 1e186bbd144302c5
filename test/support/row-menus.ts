import { group, item, menu } from './documents.ts'

const sized = (name: string, prices: Readonly<Record<string, number>>) =>
  item(name, {
    items: Object.entries(prices).map(([size, price]) => ({
      ...item(size, { price }),
      id: `${name}-${size}`,
    })),
  })

/** Items with one price beside sizes, without a price, at no cost, and with options at no extra cost. */
export const CHICKEN_SHOP = menu('chicken-shop', {
  groups: [
    group('Chicken', {
      items: [
        sized('Hot Wings', { '4 pc': 5.49, '8 pc': 9.99 }),
        sized('Tenders', { '4 pc': 6.49, '8 pc': 11.99 }),
        item('Loaded Wrap', { price: 8.49, description: 'Two strips, slaw, ranch' }),
        item('Bucket for Everybody', { price: 29, inStock: false }),
      ],
    }),
    group('Tea', {
      items: [
        sized('Masala Chai', { S: 2.5, M: 3, L: 3.5 }),
        sized('Earl Grey', { S: 2, M: 2.5, L: 3 }),
        item('Loose Leaf Tea', { price: 3.5, tags: ['allergen:milk'] }),
        item('Iced Tea of the Month', { description: 'Ask us which it is' }),
        item('Tap Water', { price: 0 }),
      ],
    }),
    group('Fish', {
      items: [
        item('Catch of the Day', { description: 'Ask for today’s catch and its price' }),
        item('Fish and Chips', {
          price: 13.5,
          description: 'Haddock in beer batter',
          items: [item('Mushy Peas', { price: 1.5 }), item('Tartare Sauce', { price: 0 })],
        }),
      ],
    }),
  ],
})
