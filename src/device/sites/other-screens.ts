import { formatNumber } from '../../lib/text/format-number.ts'

/**
 * Describes how many screens beside a certain one are online: `3 of 5 other screens there are online`. `devices` counts that one.
 * @param there where the screens are, such as `at The Quayside`
 * @returns undefined if there are no others
 */
export function describeOtherScreens(
  { devices, othersOnline }: { readonly devices: number; readonly othersOnline: number },
  there: string,
): string | undefined {
  const others = devices - 1
  if (others < 1) return undefined
  if (othersOnline === 0) return `no other screen ${there} is online`
  const number =
    othersOnline < others ? `${formatNumber(othersOnline)} of ${formatNumber(others)}` : formatNumber(others)
  const screens = others === 1 ? 'other screen' : 'other screens'
  return `${number} ${screens} ${there} ${others === 1 || othersOnline === 1 ? 'is' : 'are'} online`
}
