import { expect, test } from 'vitest'
import { entityTag, tagIn } from '../src/http/entity-tag.ts'

/** A tag that looks as if it named an encoding. */
const TAG = `${'a'.repeat(24)}-br`

test('a tag is found in the ETag of every encoding, also without quotes', () => {
  for (const encoding of ['identity', 'br', 'gzip'] as const) {
    const etag = entityTag(TAG, encoding)
    expect([tagIn(etag), tagIn(etag.slice(1, -1))]).toEqual([TAG, TAG])
  }
})

test.each(['', '*', '""', `W/"${TAG}"`, `"${TAG}-deflate"`, `"${TAG}x"`, TAG.slice(1)])(
  'there is no tag in %s',
  (text) => {
    expect(tagIn(text)).toBeUndefined()
  },
)
