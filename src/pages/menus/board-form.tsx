import type { Group } from '#dist/menu/schema.js'
import { LOOK_PARAMETER, LOOKS } from '../../boards/looks.ts'
import { MAX_TITLE_LENGTH, NUMBER_PARAMETERS } from '../../boards/parameter-limits.ts'
import { BROWSER_LANGUAGES } from '../../browser/format-values.ts'
import { BOARD_LANGUAGES } from '../../lib/food/mark-names.ts'

/** A longer list of groups is not shown: they are chosen by their tags. */
const MAX_GROUPS = 60
const SCREENS = [2, 3, 4].flatMap((of) =>
  Array.from({ length: of }, (_, index) => ({ number: index + 1, of })),
)

/** The settings of a board. The names of the fields are those of its parameters. */
export function BoardForm({ groups }: { readonly groups: readonly Group[] }) {
  return (
    <div class="maker-form">
      <GroupChoice groups={groups} />
      <fieldset>
        <legend>Look</legend>
        <ul id="looks">
          {LOOKS.map((look, index) => (
            <li key={look}>
              <label class="look" data-look={look}>
                <input type="radio" name={LOOK_PARAMETER} value={look} defaultChecked={index === 0} />
                <span class="look-name">{look}</span>
                <span class="look-rows" />
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      <label>
        Title
        <input name="title" type="text" maxLength={MAX_TITLE_LENGTH} autocomplete="off" placeholder="None" />
      </label>
      <div class="pair">
        <Select label="Language" name="locale" none="The screen’s" options={languages()} />
        <Select label="Currency" name="currency" none="None" options={currencies()} />
        <NumberField label="Size in inches" name="diagonal" />
        <NumberField label="Distance in metres" name="distance" />
      </div>
      <Select
        label="Screens side by side"
        name="screen"
        none="One screen shows everything"
        options={SCREENS.map(({ number, of }) => [`${number}of${of}`, `Screen ${number} of ${of}`])}
      />
    </div>
  )
}

function GroupChoice({ groups }: { readonly groups: readonly Group[] }) {
  // Two menus may have groups with the same id.
  const names = new Map(groups.map(({ id, name }) => [id, name]))
  if (names.size < 2 || names.size > MAX_GROUPS) return null
  return (
    <fieldset>
      <legend>Groups</legend>
      <p class="soft small">All of them, if none is chosen.</p>
      <ul class="chips">
        {[...names].map(([id, name]) => (
          <li key={id}>
            <label class="chip">
              <input type="checkbox" name="groups" value={id} />
              <span dir="auto">{name}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** A field for a number. Its default is among the `NUMBER_PARAMETERS`, so that links leave it out. */
function NumberField({ label, name }: { label: string; name: keyof typeof NUMBER_PARAMETERS }) {
  return (
    <label>
      {label}
      <input name={name} type="number" step="any" {...NUMBER_PARAMETERS[name]} />
    </label>
  )
}

interface SelectProps {
  readonly label: string
  readonly name: string
  /** The text of the option that leaves the parameter out. */
  readonly none: string
  readonly options: readonly (readonly [value: string, text: string])[]
}

function Select({ label, name, none, options }: SelectProps) {
  return (
    <label>
      {label}
      <select name={name}>
        <option value="">{none}</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The languages of this browser, with their regions, and then the languages of boards. */
function languages(): [string, string][] {
  return named('language', [...new Set([...BROWSER_LANGUAGES, ...BOARD_LANGUAGES])])
}

/** Browsers that do not list currencies, such as Chromium before version 99, offer the most frequent. */
function currencies(): [string, string][] {
  const codes = Intl.supportedValuesOf?.('currency') ?? ['USD', 'EUR', 'GBP', 'JPY']
  return named('currency', codes).sort(([, one], [, other]) => one.localeCompare(other))
}

function named(type: 'language' | 'currency', codes: readonly string[]): [string, string][] {
  const names = new Intl.DisplayNames(BROWSER_LANGUAGES, { type })
  return codes.map((code) => [code, `${names.of(code) ?? code} (${code})`])
}
