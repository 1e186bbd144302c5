import { Option } from 'commander'
import { LABELLINGS, type LabellingName } from '../../boards/labellings.ts'
import { escapeControlCharacters } from '../../lib/text/escape-control-characters.ts'
import { counted } from '../../lib/text/format-number.ts'
import { listMenus } from '../../menu/queries.ts'
import { readTrees } from '../../menu/repository.ts'
import type { Database } from '../../storage/database.ts'
import { Command, type Flags } from '../shared/command.ts'
import { withDatabase } from '../shared/database.ts'
import { print, printJson, printToStderr } from '../shared/output.ts'
import { EXIT_FAILURE } from '../shared/report-error.ts'
import { requireMenu } from '../shared/require.ts'
import { type FoodProblem, findFoodProblems } from './food-problems.ts'

interface CheckOptions extends Flags<'json'> {
  readonly menu?: string
  readonly labelling: LabellingName
}

export const checkCommand = new Command('check')
  .description(
    'find items that lack calories, and tags of allergens and diets that boards do not know; exit with 1 if there are any',
  )
  .addOption(
    new Option('--labelling <law>', 'the labelling of the boards; without one, items need no calories')
      .choices(LABELLINGS)
      .default('none'),
  )
  .option('--menu <id>', 'only this menu')
  .option('--json', 'print JSON')
  .examples('signage menus check --labelling us', 'signage menus check --labelling us --menu lunch')
  .action(async ({ menu, labelling, json }: CheckOptions) => {
    const { menus, problems } = await withDatabase('read', (database) =>
      checkMenus(database, menu, labelling !== 'none'),
    )
    if (json) printJson(problems)
    else for (const problem of problems) print(escapeControlCharacters(`${problem.menu}: ${problem.message}`))
    if (problems.length > 0) process.exitCode = EXIT_FAILURE
    else printToStderr(`Nothing is missing in ${counted(menus, 'menu')}.`)
  })

/** Menus are read one at a time, because a database may have more than fit into memory. */
async function checkMenus(database: Database, id: string | undefined, needsCalories: boolean) {
  const menus = id === undefined ? await listMenus(database) : [await requireMenu(database, id)]
  const problems: FoodProblem[] = []
  for (const menu of menus) {
    const { trees } = await readTrees(database, [menu])
    const [groups = []] = trees
    for (const found of findFoodProblems(groups, needsCalories)) problems.push({ menu: menu.id, ...found })
  }
  return { menus: menus.length, problems }
}
