import type { Comparison } from '../compare.ts'
import { LETTERS, type Letter } from '../compared-servers.ts'
import { medianOf } from '../measure.ts'
import { formatRate } from './format.ts'
import { SERVERS } from './report.ts'

const WIDTH = 760
const MARGIN = 24
const HEADER_HEIGHT = 84
const LABEL_WIDTH = 92
const VALUE_WIDTH = 76
const BAR_HEIGHT = 12
const BAR_STEP = 17
const GROUP_TITLE_HEIGHT = 22
const GROUP_GAP = 18
const GROUP_HEIGHT = GROUP_TITLE_HEIGHT + LETTERS.length * BAR_STEP + GROUP_GAP
const BAR_LEFT = MARGIN + LABEL_WIDTH
const LONGEST_BAR = WIDTH - BAR_LEFT - VALUE_WIDTH - MARGIN
/** Long enough for the bar of the slowest server to be visible. */
const SHORTEST_BAR = 1.5

const STYLE = `
text { font: 12px system-ui, sans-serif; fill: #57606a }
.title { font-size: 16px; font-weight: 600; fill: #1f2328 }
.workload { font-size: 13px; font-weight: 600; fill: #1f2328 }
.label { text-anchor: end }
.own { font-weight: 600; fill: #1f2328 }
.value { font-variant-numeric: tabular-nums }
.a, .b { fill: #b6bfc9 } .c { fill: #d9913c } .d { fill: #1f7a5c } .e { fill: #7fb8a4 }
@media (prefers-color-scheme: dark) {
  text { fill: #9198a1 }
  .title, .workload, .own { fill: #f0f6fc }
  .a, .b { fill: #4a535e } .c { fill: #c77f2e } .d { fill: #3fb68b } .e { fill: #2b6b56 }
}`

/** Draws a bar chart: for each workload one bar per server, relative to the fastest one. */
export function drawChart(comparisons: readonly Comparison[]): string {
  const height = HEADER_HEIGHT + comparisons.length * GROUP_HEIGHT
  const title = 'Requests per CPU-second, in ordinary use'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${title}">
<style>${STYLE}
</style>
<text class="title" x="${MARGIN}" y="34">${title}</text>
<text x="${MARGIN}" y="56">With 2,000 heartbeats per second and an access log. node:http and Fastify only send prepared responses.</text>
${comparisons.map(drawGroup).join('\n')}
</svg>
`
}

function drawGroup({ workload, rounds }: Comparison, index: number): string {
  const top = HEADER_HEIGHT + index * GROUP_HEIGHT
  const rates = LETTERS.map((letter) => medianOf(rounds, letter, 'requestsPerCpuSecond'))
  const fastest = Math.max(...rates)
  const bars = LETTERS.map((letter, place) => {
    const rate = rates[place] ?? 0
    return drawBar(letter, rate, rate / fastest, top + GROUP_TITLE_HEIGHT + place * BAR_STEP)
  })
  return [
    `<text class="workload" x="${MARGIN}" y="${top + 10}">${capitalise(workload.title)}</text>`,
    ...bars,
  ].join('\n')
}

function drawBar(letter: Letter, rate: number, share: number, top: number): string {
  const length = Math.max(share * LONGEST_BAR, SHORTEST_BAR)
  const [textY, own] = [top + BAR_HEIGHT - 2, letter === 'd' ? ' own' : '']
  return [
    `<text class="label${own}" x="${BAR_LEFT - 8}" y="${textY}">${SERVERS[letter]}</text>`,
    `<rect class="${letter}" x="${BAR_LEFT}" y="${top}" width="${length.toFixed(1)}" height="${BAR_HEIGHT}" rx="2"/>`,
    `<text class="value${own}" x="${(BAR_LEFT + length + 7).toFixed(1)}" y="${textY}">${formatRate(rate)}</text>`,
  ].join('')
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
