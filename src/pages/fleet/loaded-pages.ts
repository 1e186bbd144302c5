import type { Fleet, FleetDevice, FleetSite } from '#dist/fleet/schema.js'
import type { Failure } from '../../browser/request.ts'
import { keepFresh } from '../parts/keep-fresh.ts'
import { requestPage } from './fleet-requests.ts'

/** The most pages that are requested in one refresh. The others wait for their turn. */
const MAX_REFRESHED = 4

interface Page {
  readonly fleet: Fleet
  /** The ID of the device before the page. */
  readonly after: string | undefined
}

interface Handlers {
  /** @param fleet the latest answer @param added the devices of a page that was not loaded before */
  readonly onAnswer: (fleet: Fleet, added: readonly FleetDevice[]) => void
  readonly onFailure: (failure: Failure) => void
  /** Whether a device is in or near the window, and so is refreshed first. */
  readonly isNear: (id: string) => boolean
}

/** Loads the devices that match a query, page by page, and keeps them up to date until aborted. */
export function createPages(key: string, query: string, handlers: Handlers, aborted: AbortSignal) {
  const pages: Page[] = []
  const due = new Set<number>()
  let turn = 0
  /** One request at a time: each page begins where the one before ends. */
  let lastTask: Promise<unknown> = Promise.resolve()

  void keepFresh(() => inTurn(refresh), aborted)
  return { loadNext: () => inTurn(loadNext), devices, sites, hasNext }

  function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = lastTask.then(task)
    lastTask = result
    return result
  }

  /** Refreshes the first page, the pages in the window, and one of the others. */
  async function refresh(): Promise<Failure | undefined> {
    due.add(0)
    pages.forEach(({ fleet }, index) => {
      if (fleet.devices.some(({ id }) => handlers.isNear(id))) due.add(index)
    })
    if (pages.length > 1) due.add(1 + (turn++ % (pages.length - 1)))
    for (let requests = 0; requests < MAX_REFRESHED && due.size > 0; requests++) {
      const failure = await load(Math.min(...due))
      if (failure !== undefined) return failure
    }
    return undefined
  }

  async function loadNext(): Promise<void> {
    if (hasNext()) await load(pages.length)
  }

  /** Loads a page, or loads it again. */
  async function load(index: number): Promise<Failure | undefined> {
    due.delete(index)
    const before = pages[index - 1]?.fleet
    if (aborted.aborted || before?.next === null) return undefined
    const answer = await requestPage(key, query, before?.next ?? '', aborted)
    if (aborted.aborted) return undefined
    if (!answer.isOk) {
      handlers.onFailure(answer)
      return answer
    }
    put(index, { fleet: answer.body, after: lastOf(before?.devices ?? [])?.id })
    return undefined
  }

  function put(index: number, page: Page): void {
    const known = pages[index]
    pages[index] = page
    const { fleet } = page
    if (fleet.next === null) pages.length = index + 1
    const next = pages[index + 1]
    // Between two pages that do not meet, devices would be missing.
    if (next !== undefined && next.after !== lastOf(fleet.devices)?.id) due.add(index + 1)
    handlers.onAnswer(fleet, known === undefined ? fleet.devices : [])
  }

  /** All loaded devices in their order. A device that has just moved from one page to another may be on both. */
  function devices(): FleetDevice[] {
    const byId = new Map<string, FleetDevice>()
    for (const { fleet } of pages)
      for (const device of fleet.devices) if (!byId.has(device.id)) byId.set(device.id, device)
    return [...byId.values()]
  }

  function sites(): ReadonlyMap<string, FleetSite> {
    return new Map(pages.flatMap(({ fleet }) => fleet.sites.map((site) => [site.id, site])))
  }

  function hasNext(): boolean {
    const last = lastOf(pages)
    return last !== undefined && last.fleet.next !== null
  }
}

function lastOf<Member>(list: readonly Member[]): Member | undefined {
  return list[list.length - 1]
}
