import { describe, expect, test } from 'vitest'
import { group, item, KEY, menu, menusDocument, withKey } from '../support/documents.ts'
import { startService } from '../support/service.ts'

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

const service = await startService({
  ...menusDocument(beta, alpha, hidden),
  apiKeys: [{ key: KEY, name: 'boards', user: 'ops', scopes: [], menus: ['A', 'B'] }],
})
const { get } = service

interface Envelope {
  metadata: { groups: { total: number } }
  groups: { id: string; name: string; groups: Envelope['groups']; items: unknown[] }[]
}

async function request(query: string): Promise<Envelope> {
  const response = await get(`/v1/groups${query}`, withKey)
  expect(response.statusCode).toBe(200)
  return response.json()
}
const names = async (query: string) => (await request(query)).groups.map(({ name }) => name)
const status = async (query: string) => (await get(`/v1/groups${query}`, withKey)).statusCode
const json = (value: unknown) => encodeURIComponent(JSON.stringify(value))

describe('GET /v1/groups', () => {
  test('returns the top-level groups of all menus without parameters: menus by name, groups by position', async () => {
    expect(await names('')).toEqual(['a', 'c', 'b'])
  })

  test('returns the whole tree with every field in its place', async () => {
    const { metadata, groups } = await request('?menus=A')
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

  test('returns a price as a JSON number, and distinguishes null from 0', async () => {
    const { body } = await get('/v1/groups?menus=A', withKey)
    expect(body).toContain('"price":19,')
    expect(body).toContain('"price":25.5,')
    expect(body).toContain('"price":0,')
    expect(body).toContain('"price":null,')
  })
})

describe('the parameter menus', () => {
  test('accepts several values, ids separated by commas and a JSON array, mixed', async () =>
    expect(await names(`?menus=A,nothing&menus=${json(['B'])}&menus=`)).toEqual(['a', 'c', 'b']))
  test('an empty value counts as not given', async () => {
    for (const query of ['?menus=', '?menus', '?menus=,', '?menus=[]', `?menus=${json([''])}`, '?groups=,'])
      expect(await names(query), query).toEqual(['a', 'c', 'b'])
  })
  test('matches nothing for an unknown menu and for one that is not granted: the same empty response', async () => {
    const unknown = await get('/v1/groups?menus=unknown', withKey)
    const notGranted = await get('/v1/groups?menus=H', withKey)
    expect(unknown.statusCode).toBe(200)
    expect(unknown.body).toBe('{"metadata":{"groups":{"total":0}},"groups":[]}')
    expect(notGranted.body).toBe(unknown.body)
  })
  test('matches ids exactly', async () => expect(await names('?menus=a')).toEqual([]))
})

describe('the parameter tags', () => {
  test('numbers are compared as text', async () => {
    expect(await names('?tags=1')).toEqual(['c'])
    expect(await names('?tags=[1,2]')).toEqual(['c'])
    expect(await names('?tags=1.0')).toEqual([])
  })
  test('tags are matched exactly', async () => {
    expect(await names('?tags=Lunch')).toEqual([])
    expect(await names('?tags=lunch%20')).toEqual([])
    expect(await names('?tags=lun')).toEqual([])
  })
  test('an empty value counts as not given', async () => {
    expect(await names('?tags=')).toEqual(['a', 'c', 'b'])
    expect(await names('?tags=&tags=1')).toEqual(['c'])
  })
  test('text that only looks like a JSON array of tags is one tag', async () => {
    for (const text of ['[', '[lunch]', '["lunch"', '[null]', '[["lunch"]]', '[{"a":1}]']) {
      expect(await names(`?tags=${encodeURIComponent(text)}`), text).toEqual([])
    }
  })
  test('thousands of values are not an error', async () => {
    expect(await names(`?${Array.from({ length: 1500 }, () => 'tags=hot').join('&')}`)).toEqual([
      'a1',
      'a11',
      'b',
    ])
    expect(await names(`?tags=${Array.from({ length: 3000 }, (_, i) => i).join(',')}`)).toEqual([])
  })
})

describe('parameters are combined with AND', () => {
  test('a group whose id two menus have, and one of the menus', async () => {
    const twin = (id: string) =>
      menu(id, { groups: [group(`twin of ${id}`, { id: 'twin', items: [item(`${id} only`, { id: 'i' })] })] })
    const both = { key: 'twins', name: 'twins', user: 'ops', menus: ['X', 'Y'] }
    await service.put({ menus: [twin('Y'), twin('X')], apiKeys: [both] })
    const found = async (query: string) => {
      const { groups } = (await service.get(`/v1/groups${query}`, { 'x-api-key': 'twins' })).json()
      return groups.map(({ name, items }: Envelope['groups'][number]) => [
        name,
        (items as Envelope['groups'])[0]?.name,
      ])
    }
    const [x, y] = ['X', 'Y'].map((id) => [`twin of ${id}`, `${id} only`])
    for (const query of ['', '?groups=twin']) expect(await found(query)).toEqual([x, y])
    expect(await found('?groups=twin&menus=Y')).toEqual([y])
    const options = async (id: string) =>
      (await service.get(`/v1/menus/${id}/groups/options`, { 'x-api-key': 'twins' })).json()
    expect(await options('Y')).toEqual([{ label: 'twin of Y', value: 'twin' }])
  })
})

describe('the parameter depth', () => {
  test.each(['-1', '1.5', '1e1', 'Infinity', 'NaN', 'x', '0x1', '%201', '1%20', '+1', '١', '%00'])(
    '%s is not a whole number, 0 or more: returns 400',
    async (depth) => expect(await status(`?depth=${depth}`)).toBe(400),
  )
})

describe('the parameters page and pageSize', async () => {
  const many = menu('many', {
    groups: Array.from({ length: 60 }, (_, n) => group(`n${n}`, { tags: n % 2 ? ['odd'] : [] })),
  })
  const service = await startService(menusDocument(many))
  const page = async (query: string) => {
    const response = await service.get(`/v1/groups${query}`, withKey)
    expect(response.statusCode).toBe(200)
    const { metadata, groups } = response.json() as Envelope
    return [metadata.groups.total, ...groups.map(({ name }) => name)]
  }
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `n${from + n}`)

  test('return everything in one response if both are omitted', async () =>
    expect(await page('')).toEqual([60, ...range(0, 60)]))
  test('page alone returns pages of 10, and the total counts all groups', async () => {
    expect(await page('?page=1')).toEqual([60, ...range(0, 10)])
    expect(await page('?page=6')).toEqual([60, ...range(50, 60)])
  })
  test('a pageSize above 50 is limited to 50', async () => {
    expect(await page('?pageSize=51')).toEqual([60, ...range(0, 50)])
    expect(await page('?pageSize=1000000&page=2')).toEqual([60, ...range(50, 60)])
  })
  test('a page beyond the last one is empty and has the same total', async () => {
    expect(await page('?page=7')).toEqual([60])
    expect(await page(`?page=${'9'.repeat(30)}`)).toEqual([60])
    expect(await page(`?page=${'9'.repeat(400)}&pageSize=0`)).toEqual([60])
  })
  test('an empty value counts as not given', async () => {
    expect(await page('?page=&pageSize=')).toEqual([60, ...range(0, 60)])
    expect(await page('?page=&pageSize=2')).toEqual([60, 'n0', 'n1'])
  })
  test.each(['page=0', 'page=1&page=2', 'pageSize=-1'])('%s returns 400', async (query) => {
    const response = await service.get(`/v1/groups?${query}`, withKey)
    expect(response.statusCode).toBe(400)
    expect(response.json().message).toMatch(
      /^The parameter page(Size)? must be a whole number, [01] or more$/,
    )
  })
})

test('hostile parameter names and values are not errors, and a response does not repeat them', async () => {
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
