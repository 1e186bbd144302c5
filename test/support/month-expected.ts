type Told = readonly [at: string, text: string]

/** What is told when something begins, and when it is over, and the routes that are. */
export type Story = readonly [begins: Told, ends: Told, routes: readonly string[]]

/** The lines that routes get. A pager is not told how something ended, only what. */
export function expectedLines(stories: readonly Story[]): string[] {
  return stories
    .flatMap(([begins, ends, routes]) =>
      routes.flatMap((route) => {
        const [beginsAt, opening] = begins
        const [endsAt, ending] = ends
        const isPager = route === 'pager'
        return [
          `${beginsAt} ${route}: ${opening}`,
          `${endsAt} ${route}: ${isPager ? `over: ${opening}` : ending}`,
        ]
      }),
    )
    .sort()
}
