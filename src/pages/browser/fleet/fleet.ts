import { byId } from '../shared/elements.ts'
import { attachKeyBox } from '../shared/key-box.ts'
import { createCardWall } from './card-wall.ts'
import { attachChoice } from './choice.ts'
import { createFleet } from './known-fleet.ts'
import { createNews } from './news.ts'
import { goRounds, type Page } from './rounds.ts'

const wall = createCardWall(byId('wall', HTMLElement))
const news = createNews()
const choice = attachChoice(showChosen)
let fleet = createFleet()
let visit = new AbortController()

const turnAway = attachKeyBox({ open, close })

function open(key: string): void {
  visit = new AbortController()
  news.begin()
  void goRounds(key, { take, away: news.tellAway, refuse: (refusal) => turnAway(refusal) }, visit.signal)
}

function close(): void {
  visit.abort()
  fleet = createFleet()
  news.clear()
  showChosen()
}

function take({ devices, total, round, endsRound, isWhole }: Page): void {
  fleet.take(devices, round)
  // A device that moves to another page during a polling cycle is missing from that cycle, but not from two.
  if (endsRound) fleet.dropBefore(isWhole ? round : round - 1)
  news.tell({ known: fleet.counts().all, total, atMs: Date.now() })
  showChosen()
}

function showChosen(): void {
  const { filter, search } = choice.current()
  const chosen = fleet.choose(filter, search)
  choice.tell(fleet.counts(), chosen.length)
  wall.show(chosen)
}
