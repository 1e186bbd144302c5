import type { GroupsEnvelope, Item, Menu, SelectorOption } from './schema.ts'

/* Examples of responses, for the description of the interface. The demo has these IDs. */

export const MENU_EXAMPLE: Menu = {
  id: '5303e8e5-d12b-45d6-aad5-5950c0f65a95',
  name: 'All Day',
  locations: { name: 'Quayside', restaurantName: 'Copper Kettle' },
}

export const ITEM_EXAMPLE: Item = {
  metadata: { items: { total: 0 } },
  id: '26aa3de9-7a36-4432-ab0c-053d5f8c19d5',
  name: 'Tomato and Basil Soup',
  description: 'With grilled sourdough',
  price: 6.5,
  calories: 240,
  tags: ['diet:vegan', 'serve:hot'],
  inStock: true,
  items: [],
}

export const GROUPS_EXAMPLE: GroupsEnvelope = {
  metadata: { groups: { total: 1 } },
  groups: [
    {
      metadata: { groups: { total: 0 }, items: { total: 1 } },
      id: '758f7e76-eb46-491d-a6b6-0bea46a04d65',
      name: 'Starters',
      description: null,
      tags: [],
      groups: [],
      items: [ITEM_EXAMPLE],
    },
  ],
}

export const MENU_OPTION_EXAMPLE: SelectorOption = { label: 'All Day (Quayside)', value: MENU_EXAMPLE.id }
export const GROUP_OPTION_EXAMPLE: SelectorOption = {
  label: 'Food > Starters',
  value: '758f7e76-eb46-491d-a6b6-0bea46a04d65',
}
