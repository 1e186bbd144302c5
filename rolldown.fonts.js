import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const FOLDER = 'board/fonts'
/** Parts of fonts that no menu needs. Numbered parts are those of Japanese, which the operator may install. */
const UNUSED = /^(symbols|math|\[\d+\])$/

/**
 * Reads the style sheet of a font package for the style sheet of a look.
 * @param root the folder of all files, seen from that style sheet
 * @param request such as `@fontsource/caveat-brush/400.css?subsets=latin&weights=400-700`; without subsets, all are included. A font of
 *   one weight is used for all of the weights, and browsers do not embolden it, but the letters that it lacks
 * @returns the rules, and the files that they name
 */
export function fontsOf(request, root) {
  const [path, query] = request.split('?')
  const name = path.split('/').slice(0, 2).join('/')
  const { version } = JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8'))
  // With the version, browsers can keep the files for ever.
  const folder = `${FOLDER}/${basename(name)}-${version}`
  const options = new URLSearchParams(query)
  const wanted = options.get('subsets')?.split(',')
  const weights = options.get('weights')?.replace('-', ' ')
  const faces = facesOf(readFileSync(join('node_modules', path), 'utf8'), basename(name)).filter(
    ({ subset }) => (wanted ? wanted.includes(subset) : !UNUSED.test(subset)),
  )
  return {
    text: faces
      .map(({ rule, file }) => withWeights(withAddress(rule, `${root}${folder}/${file}`), weights))
      .join('\n'),
    files: faces.map(({ file }) => ({
      fileName: `${folder}/${file}`,
      source: readFileSync(join('node_modules', name, 'files', file)),
    })),
    license: {
      fileName: `${folder}/LICENSE`,
      source: readFileSync(join('node_modules', name, 'LICENSE'), 'utf8'),
    },
  }
}

/** Splits the style sheet of a package. A comment names the part of the font before each rule. */
function facesOf(sheet, font) {
  return Array.from(sheet.matchAll(/\/\* (\S+) \*\/\n(@font-face \{.*?\n\})/gs), ([, title, rule]) => ({
    subset: title.slice(font.length + 1).replace(/(-(\d+|wght|standard))?-(normal|italic)$/, ''),
    file: /url\(\.\/files\/([\w-]+\.woff2)\)/.exec(rule)[1],
    rule,
  }))
}

/** Names the one file of a rule, and lets no text appear in another font before it. */
function withAddress(rule, address) {
  return rule
    .replace(/src: .*;/, `src: url(${address}) format('woff2');`)
    .replace('font-display: swap', 'font-display: block')
}

function withWeights(rule, weights) {
  return weights === undefined ? rule : rule.replace(/font-weight: \d+;/, `font-weight: ${weights};`)
}
