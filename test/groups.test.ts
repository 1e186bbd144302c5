import { describe, expect, test } from 'vitest'
import { group, item, KEY, menu, menusDocument, withKey } from './support/documents.ts'
import { startService } from './support/service.ts'

/*
 * menu A "Alpha":  a [lunch]            menu B "Beta":  b [lunch, hot]
 *                  ├ a1 [lunch, hot]                    ├ b1 [lunch]
 *                  │ └ a11 [hot]                        └ b2 [location:Provence, France]
 *                  └ a2 []
 *                  c [1, 2]
 */
const sizes = item('steak', {
  price: 19,
  calories: 780.5,
  tags: ['size:all'],
  items: [
    item('large', { price: 25.5, items: [item('sauce', { price: 0, items: [item('extra')] })] }),
    item('small', { inStock: false }),
  ],
})
const alpha = menu('A', {
  name: 'Alpha',
  groups: [
    group('a', {
      tags: ['lunch'],
      description: 'The first',
      groups: [
        group('a1', { tags: ['lunch', 'hot'], groups: [group('a11', { tags: ['hot'] })] }),
        group('a2'),
      ],
      items: [sizes, item('soup')],
    }),
    group('c', { tags: ['1', '2'] }),
  ],
})
const beta = menu('B', {
  name: 'Beta',
  groups: [
    group('b', {
      tags: ['lunch', 'hot'],
      groups: [group('b1', { tags: ['lunch'] }), group('b2', { tags: ['location:Provence, France'] })],
    }),
  ],
})
const hidden = menu('H', { name: 'Hidden', groups: [group('h', { tags: ['lunch', 'hot'] })] })

const { get } = await startService({
  ...menusDocument(beta, alpha, hidden),
  apiKeys: [{ key: KEY, name: 'boards', user: 'ops', scopes: [], menus: ['A', 'B'] }],
})

interface Envelope {
  metadata: { groups: { total: number } }
  groups: { id: string; name: string; groups: Envelope['groups']; items: unknown[] }[]
}

async function ask(query: string): Promise<Envelope> {
  const answer = await get(`/v1/groups${query}`, withKey)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}
const names = async (query: string) => (await ask(query)).groups.map(({ name }) => name)
const status = async (query: string) => (await get(`/v1/groups${query}`, withKey)).statusCode
const json = (value: unknown) => encodeURIComponent(JSON.stringify(value))

describe('GET /v1/groups', () => {
  test('without parameters: the top-level groups of all menus, menus by name, groups by position', async () => {
    expect(await names('')).toEqual(['a', 'c', 'b'])
  })

  test('answers the whole tree, every field in its place', async () => {
    const { metadata, groups } = await ask('?menus=A')
    expect(metadata).toEqual({ groups: { total: 2 } })
    expect(groups[0]).toEqual({
      metadata: { groups: { total: 2 }, items: { total: 2 } },
      id: 'group-a',
      name: 'a',
      description: 'The first',
      tags: ['lunch'],
      groups: [
        {
          metadata: { groups: { total: 1 }, items: { total: 0 } },
          id: 'group-a1',
          name: 'a1',
          description: null,
          tags: ['lunch', 'hot'],
          groups: [
            {
              metadata: { groups: { total: 0 }, items: { total: 0 } },
              id: 'group-a11',
              name: 'a11',
              description: null,
              tags: ['hot'],
              groups: [],
              items: [],
            },
          ],
          items: [],
        },
        {
          metadata: { groups: { total: 0 }, items: { total: 0 } },
          id: 'group-a2',
          name: 'a2',
          description: null,
          tags: [],
          groups: [],
          items: [],
        },
      ],
      items: [
        {
          metadata: { items: { total: 2 } },
          id: 'item-steak',
          name: 'steak',
          description: null,
          price: 19,
          calories: 780.5,
          tags: ['size:all'],
          inStock: true,
          items: [
            {
              metadata: { items: { total: 1 } },
              id: 'item-large',
              name: 'large',
              description: null,
              price: 25.5,
              calories: null,
              tags: [],
              inStock: true,
              items: [
                {
                  metadata: { items: { total: 1 } },
                  id: 'item-sauce',
                  name: 'sauce',
                  description: null,
                  price: 0,
                  calories: null,
                  tags: [],
                  inStock: true,
                  items: [
                    {
                      metadata: { items: { total: 0 } },
                      id: 'item-extra',
                      name: 'extra',
                      description: null,
                      price: null,
                      calories: null,
                      tags: [],
                      inStock: true,
                      items: [],
                    },
                  ],
                },
              ],
            },
            {
              metadata: { items: { total: 0 } },
              id: 'item-small',
              name: 'small',
              description: null,
              price: null,
              calories: null,
              tags: [],
              inStock: false,
              items: [],
            },
          ],
        },
        {
          metadata: { items: { total: 0 } },
          id: 'item-soup',
          name: 'soup',
          description: null,
          price: null,
          calories: null,
          tags: [],
          inStock: true,
          items: [],
        },
      ],
    })
  })

  test('a price is a JSON number; null and 0 are different things', async () => {
    const { body } = await get('/v1/groups?menus=A', withKey)
    expect(body).toContain('"price":19,')
    expect(body).toContain('"price":25.5,')
    expect(body).toContain('"price":0,')
    expect(body).toContain('"price":null,')
  })
})

describe('menus', () => {
  test('one', async () => expect(await names('?menus=B')).toEqual(['b']))
  test('repeated', async () => expect(await names('?menus=B&menus=A')).toEqual(['a', 'c', 'b']))
  test('separated by commas', async () => expect(await names('?menus=A,B')).toEqual(['a', 'c', 'b']))
  test('a JSON array', async () => expect(await names(`?menus=${json(['A', 'B'])}`)).toEqual(['a', 'c', 'b']))
  test('all of these mixed', async () =>
    expect(await names(`?menus=A,nothing&menus=${json(['B'])}&menus=`)).toEqual(['a', 'c', 'b']))
  test('an empty value counts as not given', async () => {
    for (const query of [
      '?menus=',
      '?menus',
      '?menus=,',
      '?menus=[]',
      `?menus=${json([''])}`,
      '?menus=&menus=',
    ]) {
      expect(await names(query), query).toEqual(['a', 'c', 'b'])
    }
  })
  test('an unknown and a not granted one match nothing: an empty envelope, the same bytes', async () => {
    const unknown = await get('/v1/groups?menus=unknown', withKey)
    const notGranted = await get('/v1/groups?menus=H', withKey)
    expect(unknown.statusCode).toBe(200)
    expect(unknown.body).toBe('{"metadata":{"groups":{"total":0}},"groups":[]}')
    expect(notGranted.body).toBe(unknown.body)
  })
  test('a not granted one beside a granted one changes nothing', async () =>
    expect(await names('?menus=H,B')).toEqual(['b']))
  test('ids are matched exactly', async () => expect(await names('?menus=a')).toEqual([]))
})

describe('groups', () => {
  test('one at any depth is an entry of its own, with everything below it', async () => {
    const { metadata, groups } = await ask('?groups=group-a1')
    expect(metadata.groups.total).toBe(1)
    expect(groups.map(({ name }) => name)).toEqual(['a1'])
    expect(groups[0]?.groups.map(({ name }) => name)).toEqual(['a11'])
  })
  test('several, in document order whatever the order of asking', async () =>
    expect(await names('?groups=group-b2,group-a11&groups=group-a')).toEqual(['a', 'a11', 'b2']))
  test('a group and one below it: both are entries', async () => {
    const { groups } = await ask(`?groups=${json(['group-a1', 'group-a11'])}`)
    expect(groups.map(({ name }) => name)).toEqual(['a1', 'a11'])
    expect(groups[0]?.groups.map(({ name }) => name)).toEqual(['a11'])
  })
  test('an unknown and a not granted one match nothing', async () => {
    const unknown = await get('/v1/groups?groups=unknown', withKey)
    expect(unknown.statusCode).toBe(200)
    expect(unknown.json()).toEqual({ metadata: { groups: { total: 0 } }, groups: [] })
    expect((await get('/v1/groups?groups=group-h', withKey)).body).toBe(unknown.body)
  })
  test('an empty value counts as not given', async () =>
    expect(await names('?groups=')).toEqual(['a', 'c', 'b']))
})

describe('tags', () => {
  test('one: groups that carry it, at any depth, in document order', async () =>
    expect(await names('?tags=lunch')).toEqual(['a', 'a1', 'b', 'b1']))
  test('repeated: groups that carry all of them', async () =>
    expect(await names('?tags=lunch&tags=hot')).toEqual(['a1', 'b']))
  test('separated by commas: groups that carry all of them', async () =>
    expect(await names('?tags=hot,lunch')).toEqual(['a1', 'b']))
  test('a JSON array: groups that carry all of them', async () =>
    expect(await names(`?tags=${json(['lunch', 'hot'])}`)).toEqual(['a1', 'b']))
  test('a value with a comma', async () => {
    expect(await names(`?tags=${encodeURIComponent('location:Provence, France')}`)).toEqual(['b2'])
    expect(await names(`?tags=${json(['location:Provence, France'])}`)).toEqual(['b2'])
  })
  test('a value with a comma beside another', async () =>
    expect(await names(`?tags=${encodeURIComponent('location:Provence, France')}&tags=hot`)).toEqual([]))
  test('a part of a tag with a comma is no tag', async () =>
    expect(await names('?tags=location:Provence')).toEqual([]))
  test('numeric ones are strings', async () => {
    expect(await names('?tags=1')).toEqual(['c'])
    expect(await names('?tags=[1,2]')).toEqual(['c'])
    expect(await names('?tags=1.0')).toEqual([])
  })
  test('matched exactly', async () => {
    expect(await names('?tags=Lunch')).toEqual([])
    expect(await names('?tags=lunch%20')).toEqual([])
    expect(await names('?tags=lun')).toEqual([])
  })
  test('an empty value counts as not given', async () => {
    expect(await names('?tags=')).toEqual(['a', 'c', 'b'])
    expect(await names('?tags=&tags=1')).toEqual(['c'])
  })
  test('a text that only looks like a JSON array is a text', async () => {
    for (const text of ['[', '[lunch]', '["lunch"', '[null]', '[["lunch"]]', '[{"a":1}]']) {
      expect(await names(`?tags=${encodeURIComponent(text)}`), text).toEqual([])
    }
  })
  test('thousands of values are no mistake', async () => {
    expect(await names(`?${Array.from({ length: 1500 }, () => 'tags=hot').join('&')}`)).toEqual([
      'a1',
      'a11',
      'b',
    ])
    expect(await names(`?tags=${Array.from({ length: 3000 }, (_, i) => i).join(',')}`)).toEqual([])
  })
})

describe('parameters combine with AND', () => {
  test('menus and tags', async () => expect(await names('?menus=B&tags=lunch')).toEqual(['b', 'b1']))
  test('groups and tags', async () =>
    expect(await names('?groups=group-a1,group-a2,group-b1&tags=lunch')).toEqual(['a1', 'b1']))
  test('menus, groups and tags', async () =>
    expect(await names('?menus=A&groups=group-a1,group-b1&tags=lunch')).toEqual(['a1']))
  test('menus and a group of another menu', async () =>
    expect(await names('?menus=A&groups=group-b1')).toEqual([]))
})

describe('depth', () => {
  const shape = (groups: Envelope['groups']): unknown =>
    groups.map((entry) => [entry.name, shape(entry.groups), (entry.items as Envelope['groups']).map(items)])
  const items = (entry: { name: string; items: unknown[] }): unknown => [
    entry.name,
    (entry.items as Envelope['groups']).map(items),
  ]
  const deep = async (depth: string) => shape((await ask(`?groups=group-a&depth=${depth}`)).groups)
  const steak = (...below: unknown[]) => ['steak', below]

  test('0: no child groups, the items without child items', async () => {
    expect(await deep('0')).toEqual([['a', [], [steak(), ['soup', []]]]])
  })
  test('1: one level of child groups and of child items', async () => {
    const sizes = [
      ['large', []],
      ['small', []],
    ]
    expect(await deep('1')).toEqual([
      [
        'a',
        [
          ['a1', [], []],
          ['a2', [], []],
        ],
        [steak(...sizes), ['soup', []]],
      ],
    ])
  })
  test('2: two levels', async () => {
    const sizes = [
      ['large', [['sauce', []]]],
      ['small', []],
    ]
    const groups = [
      ['a1', [['a11', [], []]], []],
      ['a2', [], []],
    ]
    expect(await deep('2')).toEqual([['a', groups, [steak(...sizes), ['soup', []]]]])
  })
  test('counts child items from the item, however deep its group is', async () => {
    const inner = group('inner', {
      items: [item('tea', { items: [item('cup', { items: [item('sugar')] })] })],
    })
    const nested = menu('nested', { groups: [group('outer', { groups: [inner] })] })
    const { get } = await startService(menusDocument(nested))
    const answer = await get('/v1/groups?depth=1', withKey)
    expect(shape(answer.json().groups)).toEqual([['outer', [['inner', [], [['tea', [['cup', []]]]]]], []]])
  })
  test('too large is all, and so is none', async () => {
    const all = await deep('')
    for (const depth of ['3', '5', '99999', '9'.repeat(400)]) expect(await deep(depth)).toEqual(all)
  })
  test('the totals count direct children also where depth cuts them off', async () => {
    const { groups } = await ask('?groups=group-a&depth=0')
    expect(groups[0]).toMatchObject({
      metadata: { groups: { total: 2 }, items: { total: 2 } },
      items: [{ metadata: { items: { total: 2 } } }, { metadata: { items: { total: 0 } } }],
    })
  })
  test.each(['-1', '1.5', '1e1', 'Infinity', 'NaN', 'x', '0x1', '%201', '1%20', '+1', '١', '%00'])(
    '%s is no whole number: 400',
    async (depth) => expect(await status(`?depth=${depth}`)).toBe(400),
  )
})

describe('page and pageSize', async () => {
  const many = menu('many', {
    groups: Array.from({ length: 60 }, (_, n) => group(`n${n}`, { tags: n % 2 ? ['odd'] : [] })),
  })
  const service = await startService(menusDocument(many))
  const page = async (query: string) => {
    const answer = await service.get(`/v1/groups${query}`, withKey)
    expect(answer.statusCode).toBe(200)
    const { metadata, groups } = answer.json() as Envelope
    return [metadata.groups.total, ...groups.map(({ name }) => name)]
  }
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `n${from + n}`)

  test('without either: everything in one answer', async () =>
    expect(await page('')).toEqual([60, ...range(0, 60)]))
  test('page alone: pages of 10, the total counts all', async () => {
    expect(await page('?page=1')).toEqual([60, ...range(0, 10)])
    expect(await page('?page=6')).toEqual([60, ...range(50, 60)])
  })
  test('pageSize alone: the first page', async () =>
    expect(await page('?pageSize=3')).toEqual([60, ...range(0, 3)]))
  test('both', async () => expect(await page('?page=3&pageSize=7')).toEqual([60, ...range(14, 21)]))
  test('pageSize beyond 50 is clamped', async () => {
    expect(await page('?pageSize=51')).toEqual([60, ...range(0, 50)])
    expect(await page('?pageSize=1000000&page=2')).toEqual([60, ...range(50, 60)])
  })
  test('a page beyond the last is empty, and the total stays', async () => {
    expect(await page('?page=7')).toEqual([60])
    expect(await page(`?page=${'9'.repeat(30)}`)).toEqual([60])
    expect(await page(`?page=${'9'.repeat(400)}&pageSize=0`)).toEqual([60])
  })
  test('matches are paged, not candidates', async () =>
    expect(await page('?tags=odd&page=2&pageSize=2')).toEqual([30, 'n5', 'n7']))
  test('an empty value counts as not given', async () => {
    expect(await page('?page=&pageSize=')).toEqual([60, ...range(0, 60)])
    expect(await page('?page=&pageSize=2')).toEqual([60, 'n0', 'n1'])
  })
  test.each([
    'page=0',
    'page=00',
    'page=-1',
    'page=1.5',
    'page=x',
    'page=1e1',
    'page=%201',
    'page=1&page=2',
    'pageSize=-1',
    'pageSize=ten',
    'pageSize=1.0',
    'pageSize=Infinity',
  ])('%s: 400', async (query) => {
    const answer = await service.get(`/v1/groups?${query}`, withKey)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toMatch(/^The parameter page(Size)? must be a whole number, [01] or more$/)
  })
})

test('what a hostile query names is neither an error nor repeated', async () => {
  for (const query of [
    '?__proto__=x',
    '?constructor=x',
    '?tags[__proto__]=x',
    "?menus=' OR 1=1 --",
    '?tags=%00',
    '?tags=%ff',
    '?groups=%F0%9F%8D%95',
    '?&&&==&=',
  ]) {
    expect(await status(query), query).toBe(200)
  }
  const { body } = await get('/v1/groups?page=%3Cscript%3E', withKey)
  expect(body).not.toContain('script')
})
